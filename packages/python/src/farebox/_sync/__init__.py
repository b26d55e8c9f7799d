# Made from `_async` by `npm run generate`; edit that one.
"""The client without asyncio."""
