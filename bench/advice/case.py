"""A case: a program of known cause, and what the advice for it changes."""
import dataclasses
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILT = os.path.join(ROOT, "artifacts", "advice")


@dataclasses.dataclass(frozen=True)
class Case:
    """A program whose cause is known.

    name: unique, with its runtime as first word ("jvm-humongous"). runtime: dotnet, jvm, go or python.
    command: how it is started. "{seconds}" becomes the length of a run; the code change is one more argument, "fixed".
    cause: ids of the rules that may lead, for the known cause.
    flags: JVM flags of the program as it is, inserted behind "java"; advised flags follow them.
    environment: variables of the program as it is.
    fixed: ids of the rules whose advised code change is the argument "fixed".
    record: more options of `unpause run`.
    """

    name: str
    runtime: str
    command: tuple
    cause: tuple
    flags: tuple = ()
    environment: dict = dataclasses.field(default_factory=dict)
    fixed: tuple = ()
    record: tuple = ()

    def started(self, change, seconds):
        """Environment and command with a change applied."""
        command = [part.format(seconds=seconds, built=BUILT, programs=f"{HERE}/programs") for part in self.command]
        if self.runtime == "jvm":
            command[1:1] = [*self.flags, *change.flags]
        return {**self.environment, **change.variables}, command + (["fixed"] if change.code else [])


@dataclasses.dataclass(frozen=True)
class Change:
    """One advised change, as a user would type it."""

    name: str
    rule: str = ""
    flags: tuple = ()
    variables: dict = dataclasses.field(default_factory=dict)
    code: bool = False
    gain: dict = None


AS_IT_IS = Change("as it is")


def changes(case, findings):
    """The changes that the findings advise: settings as typed, and the code change of the rules that name it."""
    found = []
    for finding in findings:
        # What an advice promises itself, else what the finding promises: that belongs to its first advice.
        promised = finding["gain"]
        for place, advice in enumerate(finding["advice"]):
            parsed = parse(advice["setting"]) if advice.get("setting") else None
            if parsed:
                name, flags, variables = parsed
                is_main = place == 0 or finding["id"] not in case.fixed
                found.append(Change(name, finding["id"], flags, variables, gain=advice.get("gain") or (promised if is_main else None)))
                promised = None if is_main else promised
        if finding["id"] in case.fixed:
            found.append(Change("code", finding["id"], code=True, gain=promised))
    seen, kept = set(), []
    for change in found:
        if change.name not in seen:
            kept.append(change)
        seen.add(change.name)
    return kept


def parse(setting):
    """(name, flags, variables) of a setting that a program is started with; None for a command or a log option."""
    parts = setting.split()
    if all(part.startswith(("-X", "-D")) and not part.startswith("-Xlog") for part in parts):
        return setting, tuple(parts), {}
    pairs = [part.partition("=") for part in parts]
    if all(name.replace("_", "").isalnum() and name[0].isalpha() and is_set for name, is_set, _ in pairs):
        return setting, (), {name: value for name, _, value in pairs}
    return None
