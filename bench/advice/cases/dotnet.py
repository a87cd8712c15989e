"""Dotnet: names of programs/dotnet/Program.cs."""
from case import Case


def dotnet(name, *cause, environment=None, fixed=(), suffix="", seconds="{seconds}"):
    return Case(f"dotnet-{name}{suffix}", "dotnet", ("dotnet", "{built}/dotnet/Advice.dll", name, seconds), cause,
                environment=environment or {}, fixed=fixed)


CASES = [
    dotnet("blocked-pool", "thread-pool-starvation", fixed=("thread-pool-starvation",)),
    dotnet("cache", "gen2-traffic", "small-gen0-budget"),
    dotnet("dependent", "dependent-handles", fixed=("dependent-handles",)),
    dotnet("dependent", "dependent-handles", environment={"DOTNET_gcServer": "1"}, fixed=("dependent-handles",), suffix="-server"),
    dotnet("filling", "growing-gen2", fixed=("growing-gen2",)),
    dotnet("finalizers", "finalizer-backlog", fixed=("finalizer-backlog",)),
    dotnet("forced", "induced-collections", fixed=("induced-collections",)),
    dotnet("forced", "induced-collections", environment={"DOTNET_gcServer": "1"}, fixed=("induced-collections",), suffix="-server"),
    dotnet("gen0", "small-gen0-budget", environment={"DOTNET_GCgen0size": "0x40000"}, fixed=()),
    dotnet("growing", "growing-gen2", fixed=("growing-gen2",)),
    dotnet("health-check", "monitoring-stops", "induced-collections", fixed=("monitoring-stops", "induced-collections")),
    dotnet("large", "large-object-churn", fixed=("large-object-churn",)),
    dotnet("large", "large-object-churn", environment={"DOTNET_gcServer": "1"}, fixed=("large-object-churn",), suffix="-server"),
    dotnet("medium", "young-survivors", "gen2-traffic", fixed=("young-survivors", "gen2-traffic")),
    dotnet("memory-pressure", "induced-collections", environment={"DOTNET_gcConcurrent": "0"}, fixed=("induced-collections",)),
    dotnet("pinned", "young-pinning", fixed=("young-pinning",)),
    # A leak at a fixed rate, whose collections of gen2 become rare.
    dotnet("rising-leak", "growing-gen2", fixed=("growing-gen2",), seconds="10"),
    dotnet("undisposed", "finalizable-objects", fixed=("finalizable-objects",)),
    dotnet("undisposed", "finalizable-objects", environment={"DOTNET_gcServer": "1"}, fixed=("finalizable-objects",), suffix="-server"),
    dotnet("starved-pool", "thread-pool-starvation", fixed=("thread-pool-starvation",)),
]
