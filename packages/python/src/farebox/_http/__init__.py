"""Requests, responses, retries and event streams, without any input or output."""
