using Unpause.Cli.Live;
using Unpause.Recorder.Live;

namespace Unpause.Cli.Tests.Terminals;

/// <summary>The lines of <c>unpause ps</c> at the width of a terminal.</summary>
public sealed class ProcessTableTests
{
    private static readonly LiveProcess[] Processes =
    [
        new(6144, "www-data", "jvm")
        {
            Version = "21.0.5", Collector = "g1", HeapLimitBytes = 2L << 30, StartedAt = new DateTimeOffset(2026, 11, 2, 9, 8, 7, default),
            Service = "checkout-orders-service", Pod = "checkout-orders-7d9f8b6c5-x2x4p",
            Command = ["java", "-jar", "/srv/orders/orders-service.jar", "--spring.profiles.active=prod"],
        },
        new(7, "root", "go") { Command = ["/usr/local/bin/catalog"] },
    ];

    [Theory]
    [InlineData(80, "COLLECTOR, USER, HEAP, CONTAINER")]
    [InlineData(120, "COLLECTOR")]
    [InlineData(200, "")]
    public void ProcessTable_Width_HasWholeValuesOnOneLineEach(int width, string leftOut)
    {
        var table = ProcessTable.Fit(Processes, width);
        Assert.Equal(leftOut, string.Join(", ", table.LeftOut));
        Assert.Equal(3, table.Lines.Count);
        Assert.All(table.Lines, line => Assert.InRange(line.Length, 1, width));
        string[] values = ["6144 ", "jvm 21.0.5 ", "2026-11-02 "];
        Assert.All(values, whole => Assert.Contains(whole, table.Lines[1], StringComparison.Ordinal));
        Assert.Contains("java -jar /srv/orders/", table.Lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public void ProcessTable_NoWidth_CutsNothing()
    {
        var table = ProcessTable.Fit(Processes, int.MaxValue);
        Assert.Empty(table.LeftOut);
        Assert.Contains("checkout-orders-service", table.Lines[1], StringComparison.Ordinal);
        Assert.Contains("checkout-orders-7d9f8b6c5-x2x4p", table.Lines[1], StringComparison.Ordinal);
        Assert.EndsWith("--spring.profiles.active=prod", table.Lines[1], StringComparison.Ordinal);
    }

    /// <summary>The process id, the runtime and whether it can be recorded are never left out.</summary>
    [Fact]
    public void ProcessTable_VeryNarrow_KeepsWhatRecordNeeds()
    {
        var table = ProcessTable.Fit(Processes, 40);
        Assert.Equal(["PID", "RUNTIME", "RECORD", "COMMAND"], table.Lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries));
    }
}
