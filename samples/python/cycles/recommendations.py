"""Serves requests of labs/recommendations without its service: the sample recommendations/."""
import gc, os, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../labs/recommendations"))
from pipeline import Catalogue, Pipeline
catalogue = Catalogue(int(os.environ.get("FILMS", "2000")))
for user in range(int(os.environ.get("REQUESTS", "100"))):
    pipeline = Pipeline(catalogue, user, 400)
    candidates = []
    for step in Pipeline.STEPS:
        candidates = step(pipeline, candidates)
        pipeline.keep(step.__name__, candidates)
    if "BROKEN" in os.environ:  # what the cure says: nobody refers back any more
        step = pipeline.last
        while step is not None:
            step.previous, step = None, step.previous
print("served")
