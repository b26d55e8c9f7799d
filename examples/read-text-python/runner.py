"""Reads the printed text of a picture. Start: PORT=9400 FAREBOX_RUNNER_SECRETS=whsec_… .venv/bin/python runner.py"""

import os
from threading import Lock
from typing import Annotated

from farebox_runner import Bounds, File, FolderStore, Outcome, Run, Runner, RunFailed, serve, tool
from rapidocr_onnxruntime import RapidOCR
from rapidocr_onnxruntime.utils import LoadImageError

engine = RapidOCR()  # its models are part of the package
turn = Lock()  # the engine already uses every core


@tool('acme-read-text')
def read_text(run: Run, source: File, confidence: Annotated[float, Bounds(0, 1)] = 0.5) -> Outcome:
    picture = source.read()
    with turn:
        run.check()  # it may have been cancelled meanwhile
        try:
            found, _ = engine(picture)
        except LoadImageError as error:
            raise RunFailed(str(error), reason='content_rejected') from error
    lines = [
        {'text': text, 'confidence': round(float(score), 3), 'box': [[round(x), round(y)] for x, y in box]}
        for box, text, score in found or []
        if float(score) >= confidence
    ]
    return Outcome({'lines': lines})


runner = Runner(
    read_text,
    secrets=os.environ['FAREBOX_RUNNER_SECRETS'].split(),
    store=FolderStore(os.environ.get('RUNS', 'runs')),  # runs are known after a restart
)

if __name__ == '__main__':
    serve(runner, port=int(os.environ['PORT']))
