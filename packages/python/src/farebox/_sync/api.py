# Made from `_async` by `npm run generate`; edit that one.
"""Sends requests to the API: headers, retries and the rate limit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import httpx

from .._generated import VERSION
from .._http.calls import Call, HiddenUrl, Reply, address_of, is_secret
from .._http.rate_limit import RateLimit
from .._http.responses import Failed, understood
from .._http.retry_after import backoff_seconds
from .._io_sync import sleep
from ..errors import FareboxError

NETWORK_ERRORS = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError)
_AGENT = f'farebox-python/{VERSION}'
_UNHEARD_SECONDS = 2
"""How long a client whose service has never answered tries: it is offline, or has a wrong address."""


class Api:
    def __init__(
        self, base_url: str, api_key: str, http: httpx.Client, timeout_seconds: float, attempts_max: int
    ) -> None:
        self.http = http
        self.timeout_seconds = timeout_seconds
        self._base_url = base_url
        self._authorization = {'Authorization': f'Bearer {api_key}', 'User-Agent': _AGENT}
        self._attempts_max = attempts_max
        self._rate_limit = RateLimit()
        self._is_heard = False

    def send(self, call: Call) -> Reply:
        """Retries errors of the catalogue that are retryable, and a paid request after any unknown outcome.

        Raises FareboxError.
        """
        attempts_max = self._attempts_max if call.attempts_max is None else call.attempts_max
        attempt, began_at = 0, time.monotonic()
        while True:
            self._wait_for_window()
            outcome = self._sent_once(call)
            if isinstance(outcome, Reply):
                return outcome
            may_repeat = outcome.may_repeat
            if call.on_unknown is not None and outcome.is_unknown:
                call.on_unknown()
                may_repeat = True
            attempt += 1
            if not may_repeat or attempt >= attempts_max:
                raise outcome.error
            self._pause(outcome, attempt, began_at)

    def _pause(self, outcome: Failed, attempt: int, began_at: float) -> None:
        """Raises the error if the service has never answered, and does not within two seconds."""
        seconds = backoff_seconds(attempt - 1, outcome.least_seconds)
        if not self._is_heard and time.monotonic() - began_at + seconds > _UNHEARD_SECONDS:
            raise outcome.error
        sleep(seconds)

    def get(self, path: str) -> Any:
        """The `data` of a read."""
        return (self.send(Call('GET', path))).data

    def post(self, path: str, json: str) -> Any:
        """The `data` of the response. `json` is serialized."""
        return (self.send(Call('POST', path, json=json))).data

    def _heard(self, response: httpx.Response) -> None:
        self._is_heard = True
        self._rate_limit.heard(response.headers)

    def _wait_for_window(self) -> None:
        seconds = self._rate_limit.seconds_left()
        if seconds > 0:
            sleep(seconds)

    def _sent_once(self, call: Call) -> Reply | Failed:
        address = address_of(call.method, self._base_url, call.path)
        headers = {**self._authorization, 'Accept': 'application/json', **call.headers}
        if call.json is not None:
            headers['Content-Type'] = 'application/json'
        content = call.content if call.json is None else call.json.encode()
        # The timeout of httpx is that of one read: the end is for a response that arrives byte by byte.
        end = time.monotonic() + self.timeout_seconds
        try:
            url, timeout = f'{self._base_url}{call.path}', self.timeout_seconds
            request = self.http.build_request(call.method, url, headers=headers, content=content, timeout=timeout)
            if is_secret(call.path):
                request.url = HiddenUrl(request.url)
            # Follows no redirect: the API key must reach no other server.
            response = self.http.send(request, stream=True, follow_redirects=False)
            with closing(response):
                self._heard(response)
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout('the response did not end in time')
                return understood(response, bytes(body), address)
        except NETWORK_ERRORS as error:
            return network_failure(error, address)

    @contextmanager
    def opened(self, path: str, headers: dict[str, str], silence_seconds: float) -> Iterator[httpx.Response]:
        """The event stream of a GET, after retries like those of `send`. The caller reads its body."""
        response = self._connected(path, headers, silence_seconds)
        try:
            yield response
        finally:
            response.close()

    def _connected(self, path: str, headers: dict[str, str], silence_seconds: float) -> httpx.Response:
        attempt, began_at = 0, time.monotonic()
        while True:
            self._wait_for_window()
            address = address_of('GET', self._base_url, path)
            request = self.http.build_request(
                'GET',
                f'{self._base_url}{path}',
                headers={**self._authorization, **headers},
                timeout=httpx.Timeout(self.timeout_seconds, read=silence_seconds),
            )
            outcome = self._opened_once(request, address)
            if isinstance(outcome, httpx.Response):
                return outcome
            attempt += 1
            if not outcome.may_repeat or attempt >= self._attempts_max:
                raise outcome.error
            self._pause(outcome, attempt, began_at)

    def _opened_once(self, request: httpx.Request, address: str) -> httpx.Response | Failed:
        try:
            response = self.http.send(request, stream=True, follow_redirects=False)
            self._heard(response)
            if response.is_success and response.headers.get('Content-Type', '').startswith('text/event-stream'):
                return response
            try:
                outcome = understood(response, response.read(), address)
            finally:
                response.close()
        except NETWORK_ERRORS as error:
            return network_failure(error, address)
        if isinstance(outcome, Failed):
            return outcome
        return Failed(FareboxError('unexpected_response', http=response.status_code, address=address))


def network_failure(cause: Exception, address: str) -> Failed:
    """httpx's errors without a text say at least their kind, such as ReadTimeout."""
    reason = f'{type(cause).__name__}: {cause}' if str(cause) else type(cause).__name__
    error = FareboxError('network_failed', details={'reason': reason}, address=address)
    error.__cause__ = cause
    return Failed(error)
