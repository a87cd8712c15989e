using System.Text;

namespace Unpause.Services.Tests.Watch.Days;

/// <summary>What the judge keeps for a day does not grow with the day. A hundred processes: UNPAUSE_SOAK=2, some minutes.</summary>
public class DayTests
{
    [Fact]
    public void Judge_OverADay_StaysFlat()
    {
        var processes = int.TryParse(Environment.GetEnvironmentVariable("UNPAUSE_SOAK"), out var factor) && factor > 1 ? 100 : 8;
        using var host = new MadeHost(Report());
        host.Start(processes);
        var (memory, bytes, series) = (new List<long>(), new List<long>(), new List<int>());
        for (var hour = 0; hour < 24; hour++)
        {
            host.Pass(TimeSpan.FromHours(1));
            host.Replace();
            memory.Add(GC.GetTotalMemory(forceFullCollection: true));
            bytes.Add(host.Bytes);
            series.Add(host.Series);
            TestContext.Current.TestOutputHelper!.WriteLine(
                $"hour {hour + 1}: {memory[^1] >> 10} KiB, ring {bytes[^1] >> 10} KiB, {series[^1]} series");
        }

        Assert.Equal(processes * 24 * 3600L, host.Pauses.Written);
        Assert.Equal(host.Pauses.Written, host.Pauses.Seen);
        // Each process has a long pause an hour; the last ones may not have ended.
        Assert.InRange(host.KeptRings, processes * 22, processes * 25);
        Assert.InRange(host.EndedAlerts, host.KeptRings - processes, host.KeptRings);
        // The least of some hours: a report may be on its way while it is measured.
        Assert.True(memory[^6..].Min() < memory[4..10].Min() * 2, string.Join(' ', memory));
        Assert.True(bytes.Max() < (2 * MadeHost.MostKeptBytes) + (processes * (2L << 20)), string.Join(' ', bytes));
        Assert.Equal(series[2], series[^1]);
    }

    /// <summary>What the real report says of a part like these.</summary>
    private static byte[] Report()
    {
        var folder = Directory.CreateTempSubdirectory("unpause-day-");
        var start = new DateTimeOffset(2026, 11, 28, 0, 0, 0, TimeSpan.Zero);
        var process = new MadeJvm(folder.FullName, 1, start);
        process.Write(start + MadeJvm.Stretch, (int)MadeJvm.Stretch.TotalSeconds);
        var report = Programs.Document("report", process.Log, "--format", "json").GetRawText();
        folder.Delete(recursive: true);
        return Encoding.UTF8.GetBytes(report);
    }
}
