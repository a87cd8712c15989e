using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions;

public class ProcessQuestionsTests
{
    private const double Gigabyte = 1e9;

    [Fact]
    public void Memory_TightAndWideService_MovesMemoryToTheTightOne()
    {
        var documents = MemoryQuestion.Ask([State("tight", 0.2), State("wide", 0.002) with { HeapLimit = 8 * Gigabyte }]);
        Assert.Equal([FleetMemoryDocument.More, FleetMemoryDocument.Less], documents.Select(document => document.Action));
        Assert.Equal(10 * Gigabyte, documents.Sum(document => document.RuleLimitBytes.Value), 2.0);
        Assert.All(documents, document => Assert.InRange(document.HostGcChangePercent!.High, -100, 0));
        Assert.All(documents, document =>
            Assert.InRange(document.RuleLimitBytes.Value, document.RuleLimitBytes.Low, document.RuleLimitBytes.High));
    }

    [Fact]
    public void Memory_ByThePapersFormula_IsTheLeastOfAllDivisions()
    {
        // Time in GC is 0.2 and 0.002 with 1 GB and 7 GB of room: no other division of the 8 GB has less.
        var documents = MemoryQuestion.Ask([State("tight", 0.2), State("wide", 0.002) with { HeapLimit = 8 * Gigabyte }]);
        var room = documents[0].RuleLimitBytes.Value - Gigabyte;
        Assert.InRange(Cost(room), 0, Cost(room + 1e7));
        Assert.InRange(Cost(room), 0, Cost(room - 1e7));
        Assert.Equal(100 * ((Cost(room) / 0.202) - 1), documents[0].HostGcChangePercent!.Value, 1);

        double Cost(double first) => (0.2 * Gigabyte / first) + (0.002 * 7 * Gigabyte / ((8 * Gigabyte) - first));
    }

    [Fact]
    public void Memory_EqualServices_KeepsTheirs() =>
        Assert.All(MemoryQuestion.Ask([State("a", 0.05), State("b", 0.05), State("c", 0.05)]),
            document => Assert.Equal((FleetMemoryDocument.Keep, 2 * Gigabyte), (document.Action, document.RuleLimitBytes.Value)));

    [Fact]
    public void Memory_UnsteadyLiveSet_WidensTheInterval()
    {
        var steady = MemoryQuestion.Ask(
            [State("a", 0.2) with { LiveSetDeviation = 1e6 }, State("b", 0.01) with { LiveSetDeviation = 1e6 }]);
        var unsteady = MemoryQuestion.Ask(
            [State("a", 0.2) with { LiveSetDeviation = 4e8 }, State("b", 0.01) with { LiveSetDeviation = 4e8 }]);
        Assert.True(Width(unsteady[0]) > 1.5 * Width(steady[0]));
        var unknown = MemoryQuestion.Ask([State("a", 0.2), State("b", 0)]);
        var known = MemoryQuestion.Ask([State("a", 0.2), State("b", 0.2)]);
        Assert.True(Width(unknown[1]) > 1.5 * Width(known[1]));

        static double Width(FleetMemoryDocument document) => document.RuleLimitBytes.High - document.RuleLimitBytes.Low;
    }

    [Fact]
    public void Memory_UnknownOrAlone_HasNoAnswer()
    {
        Assert.Empty(MemoryQuestion.Ask([State("a", 0.1)]));
        Assert.Empty(MemoryQuestion.Ask([State("a", 0.1), State("b", 0.1) with { HeapLimit = null }]));
        Assert.Empty(MemoryQuestion.Ask([State("a", 0.1), State("b", 0.1) with { LiveSet = null }]));
        Assert.Empty(MemoryQuestion.Ask([State("a", 0.1), State("b", 0.1) with { AllocationRate = null }]));
        Assert.Empty(MemoryQuestion.Ask([State("a", 0.1), State("b", 0.1) with { Host = "other" }]));
        Assert.Empty(MemoryQuestion.Ask([State("a", 0.1), State("a", 0.1) with { Process = "again" }]));
    }

    [Fact]
    public void Memory_HostileNumbers_AreLeftOut()
    {
        double[] numbers = [double.NaN, double.PositiveInfinity, -1, 0, double.Epsilon, 1, 1e-300, 1e15, 1e300, double.MaxValue];
        foreach (var number in numbers)
        {
            FleetJsonCheck.Write(memory: MemoryQuestion.Ask(
            [
                State("a", 0.1), State("b", number), State("c", 0.1) with { HeapLimit = number }, State("d", 0.1) with { LiveSet = number },
                State("e", 0.1) with { AllocationRate = number }, State("f", 0.1) with { LiveSetDeviation = number },
                State("g", 0.1) with { CollectorCpuShare = number }, State("h", 0.1) with { CollectionsPerSecond = number },
            ]));
        }
    }

    [Fact]
    public void Conditions_ByRuntimeAndName_CountProcessesAndServices()
    {
        var documents = ConditionQuestion.Ask(
        [
            State("a", 0), State("b", 0), State("b", 0) with { Process = "b2", RuntimeVersion = "17", Settings = [new("Xmx", "1g")] },
            State("c", 0) with { Runtime = "go", Collector = "" },
        ]);
        Assert.Equal(
            [
                ("go", "version", "21", 1L, 1L), ("jvm", "version", "21", 2, 2), ("jvm", "version", "17", 1, 1),
                ("jvm", "collector", "G1", 3, 2), ("jvm", "Xmx", "1g", 1, 1),
            ],
            documents.Select(document => (document.Runtime, document.Name, document.Value, document.Processes, document.Services)));
        Assert.Equal(["a", "b"], documents[1].ServiceNames);
    }

    [Fact]
    public void Conditions_ValueOfEachProcess_IsBounded()
    {
        var processes = Enumerable.Range(0, 5_000).Select(i =>
            State($"s{i}", 0) with { Process = $"p{i}", Settings = [new("path", $"/tmp/{i}"), new($"name{i}", "1")] }).ToList();
        var documents = ConditionQuestion.Ask(processes);
        Assert.Equal(2_000, documents.Count);
        Assert.Empty(ConditionQuestion.Ask([]));
    }

    private static ProcessState State(string service, double stopped) => new()
    {
        Service = service, Version = "1", Host = "h", Process = service, Runtime = "jvm", RuntimeVersion = "21", Collector = "G1",
        Settings = [], LiveSet = Gigabyte, LiveSetDeviation = 2e7, HeapLimit = 2 * Gigabyte, AllocationRate = 1e8, StoppedShare = stopped,
    };
}
