"""The side of Farebox for pull runners: one tool's queue of runs, with short leases and responses that go wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from stand_in import new_token, start_of

KEY = 'key-of-a-runner'
LOST = 'lost'
"""The request counts, and its response does not arrive."""


@dataclass
class Offered:
    token: str
    start: dict[str, Any]
    reports: list[dict[str, Any]] = field(default_factory=lambda: [])
    leases: list[str] = field(default_factory=lambda: [])
    cancelled: bool = False

    def statuses(self) -> list[str]:
        return [report['reply']['status'] for report in self.reports]


@dataclass
class Door:
    url: str
    lease_seconds: float
    runs: dict[str, Offered] = field(default_factory=lambda: {})
    queue: list[Offered] = field(default_factory=lambda: [])
    wrong: dict[str, list[Any]] = field(default_factory=lambda: {'claim': [], 'report': []})
    """For the next requests of a kind: LOST, a status, or a status with a message of Farebox."""
    asked: threading.Event = field(default_factory=threading.Event)
    """Set once a runner has claimed."""
    changed: threading.Condition = field(default_factory=threading.Condition)

    def offer(self, token: str | None = None, **members: Any) -> Offered:
        """Again with its token, after its lease was lost."""
        with self.changed:
            run = self.runs.get(token or '') or Offered(new_token(), start_of(**members))
            self.runs[run.token] = run
            self.queue.append(run)
            self.changed.notify_all()
            return run

    def cancel(self, run: Offered) -> None:
        with self.changed:
            run.cancelled = True

    def end_of(self, run: Offered) -> dict[str, Any]:
        """Waits for its end."""
        with self.changed:
            assert self.changed.wait_for(lambda: run.statuses()[-1:] not in ([], ['running']), 30), run.statuses()
            reply: dict[str, Any] = run.reports[-1]['reply']
            return reply

    def claim(self) -> Any:
        self.asked.set()
        with self.changed:
            if not self.changed.wait_for(lambda: self.queue, 20):
                return {'run': None}
            run = self.queue.pop(0)
            run.leases.append(f'lease-{len(run.leases)}')
            given = {'token': run.token, 'lease': run.leases[-1], 'leaseSeconds': self.lease_seconds}
            return {'run': {**given, 'start': run.start}}

    def report(self, token: str, report: dict[str, Any]) -> Any:
        with self.changed:
            run = self.runs[token]
            if report['lease'] != run.leases[-1]:
                return 'run_lease_lost'
            run.reports.append(report)
            self.changed.notify_all()
            return {'cancel': run.cancelled, 'leaseSeconds': self.lease_seconds}


@contextmanager
def door(lease_seconds: float = 1.2) -> Iterator[Door]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers['content-length'])))
            if self.headers['authorization'] != f'Bearer {KEY}':
                return self._send(401, {'error': {'message': 'invalid_runner_key'}})
            token = self.path.split('/')[-2] if self.path.endswith('/report') else None
            wrong = held.wrong['claim' if token is None else 'report']
            fault = wrong.pop(0) if wrong else None
            if isinstance(fault, tuple):
                return self._send(fault[0], {'error': {'message': fault[1]}})
            if isinstance(fault, int):
                return self._send(fault, 'a page of a proxy')
            data = held.claim() if token is None else held.report(token, body)
            if fault != LOST:
                is_error = isinstance(data, str)
                self._send(409 if is_error else 200, {'error': {'message': data}} if is_error else {'data': data})

        def _send(self, status: int, body: Any) -> None:
            self.send_response(status)
            self.send_header('retry-after', '0')
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that has gone away is no error."""

    with Server(('127.0.0.1', 0), Handler) as server:
        held = Door(f'http://127.0.0.1:{server.server_port}/api/', lease_seconds)
        threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 0.01}).start()
        try:
            yield held
        finally:
            server.shutdown()
