"""Incident 5 as a service: film recommendations with unexplained gaps in their traces.

    gunicorn --workers 1 service:app

RECOMMENDATIONS_SPANS         the file for traces, OTLP JSON lines; no traces when not set
RECOMMENDATIONS_GC_THRESHOLD  the fix: numbers for gc.set_threshold, such as 10000,20,10; the catalogue is then frozen too
RECOMMENDATIONS_FILMS         size of the catalogue
RECOMMENDATIONS_BREADTH       candidates at the start of a request
"""
import gc
import os

from flask import Flask, jsonify

from pipeline import Catalogue, Pipeline
from spans import SERVER, SpanFile

BREADTH = int(os.environ.get("RECOMMENDATIONS_BREADTH", "400"))
TUNED = os.environ.get("RECOMMENDATIONS_GC_THRESHOLD")


def load():
    """The catalogue. The fix: no GC while it loads, then it is frozen, and thresholds are raised."""
    size = int(os.environ.get("RECOMMENDATIONS_FILMS", "400000"))
    if not TUNED:
        return Catalogue(size)
    gc.disable()
    loaded = Catalogue(size)
    gc.freeze()
    gc.set_threshold(*map(int, TUNED.split(",")))
    gc.enable()
    return loaded


app = Flask(__name__)
traces = SpanFile(os.environ.get("RECOMMENDATIONS_SPANS", os.devnull), "recommendations")
catalogue = load()


@app.get("/recommendations/<int:user>")
def recommendations(user):
    with traces.span("GET /recommendations/<user>", SERVER):
        with traces.span("profile"):
            pipeline = Pipeline(catalogue, user, BREADTH)
        candidates = []
        for step in Pipeline.STEPS:
            with traces.span(step.__name__):
                candidates = step(pipeline, candidates)
            pipeline.keep(step.__name__, candidates)
        with traces.span("render"):
            return jsonify([{"film": one.film.film_id, "score": one.score, "why": one.reasons} for one in candidates])


@app.get("/ready")
def ready():
    return jsonify(films=len(catalogue.films))


@app.after_request
def tell_process(response):
    """Sends the worker's process id to the load test, to match client-side times with the right recording."""
    response.headers["X-Process-Id"] = str(os.getpid())
    return response
