"""The recommendations: a long-lived catalogue, and a pipeline of steps for each request.

Each step allocates new objects. Nearly all of them are freed by reference counting when the request ends. The exception
is the bug of incident 5: the StepSnapshots of one request refer to each other in both directions.
"""
import random
from dataclasses import dataclass
from typing import List, Optional

ACTORS = 5_000
TASTES = 400
CHOSEN = 10
BEST = 6


@dataclass
class Film:
    film_id: int
    weight: float
    actors: List[int]
    tags: List[int]


@dataclass
class Candidate:
    film: Film
    score: float
    reasons: List[str]


@dataclass
class StepSnapshot:
    """The best candidates of a step. `previous` and `following` are the reference cycle."""

    step: str
    best: List[Candidate]
    previous: "Optional[StepSnapshot]" = None
    following: "Optional[StepSnapshot]" = None


class Catalogue:
    """The live set: every full GC traverses all of it."""

    def __init__(self, size):
        source = random.Random(5)
        self.films = [
            Film(number, source.random(), [int(source.random() * ACTORS) for _ in range(3)], [int(source.random() * TASTES) for _ in range(2)])
            for number in range(size)
        ]

    def some(self, source, count):
        films = self.films
        size = len(films)
        return [films[int(source.random() * size)] for _ in range(count)]


class Pipeline:
    """The work of one request. A step takes candidates and returns new ones."""

    def __init__(self, catalogue, user, breadth):
        self.catalogue = catalogue
        self.source = random.Random(user)
        self.breadth = breadth
        self.liked = {film.actors[0] for film in catalogue.some(self.source, 50)}
        self.trail = []
        self.last = None

    def collect(self, _):
        return [Candidate(film, film.weight, ["in the catalogue"]) for film in self.catalogue.some(self.source, self.breadth)]

    def drop_seen(self, candidates):
        return [Candidate(one.film, one.score, one.reasons + ["not seen yet"]) for one in candidates if one.film.film_id % 7]

    def score(self, candidates):
        return [
            Candidate(one.film, one.score + len(self.liked.intersection(one.film.actors)), one.reasons + ["actors you like"])
            for one in candidates
        ]

    def boost(self, candidates):
        return [Candidate(one.film, one.score * (1 + one.film.weight), one.reasons + ["popular"]) for one in candidates]

    def diversify(self, candidates):
        tags = {}
        for one in candidates:
            tags[one.film.tags[0]] = tags.get(one.film.tags[0], 0) + 1
        return [Candidate(one.film, one.score / tags[one.film.tags[0]], list(one.reasons)) for one in candidates]

    def choose(self, candidates):
        return sorted(candidates, key=lambda one: -one.score)[:CHOSEN]

    STEPS = (collect, drop_seen, score, boost, diversify, choose)

    def keep(self, step, candidates):
        """Stores the result of a step. Because of these copies, GC ran between two spans, where it was not visible."""
        copies = [Candidate(one.film, one.score, list(one.reasons)) for one in candidates]
        self.trail.append(copies)
        snapshot = StepSnapshot(step, copies[:BEST], self.last)
        if self.last is not None:
            self.last.following = snapshot
        self.last = snapshot
