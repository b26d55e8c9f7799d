"""The client over asyncio. `farebox/_sync` is made from these files: edit these, then run `npm run generate`."""
