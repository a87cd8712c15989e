using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Readers;

/// <summary>That there was no pause is known only where pauses would have been recorded.</summary>
public class PauseKnowledgeTests
{
    [Theory]
    [InlineData("[0.005s][info][gc] Using G1\n[9.000s][info][gc,heap,exit] Heap\n", PausesDocument.Recorded)]
    [InlineData("[1.0s][info][gc,phases] GC(0) Y: Young Generation 88M(1%)->54M(0%) 0.017s\n", PausesDocument.NotRecorded)]
    [InlineData("gc: collecting generation 2...\ngc: objects in each generation: 1394 5072 248\n", PausesDocument.NotRecorded)]
    [InlineData("[658.653s] GC(11) Incremental GC (Collect on allocation) 54.50M->9.50M 3.346ms\n", PausesDocument.Recorded)]
    [InlineData("[1.0s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(256M) 19.000ms\n", PausesDocument.Recorded)]
    public void Report_Pauses_AreKnownOrNot(string log, string knowledge)
    {
        var process = Assert.Single(Report.Create(Samples.Of(log)).ToDocument().Processes);
        Assert.Equal(knowledge, process.Pauses.Knowledge);
        if (knowledge != PausesDocument.Recorded) Assert.Null(process.Pauses.ThroughputPercent);
    }
}
