using System.Text;
using Unpause.Reports;
using Unpause.Reports.Short;

namespace Unpause.Tests.Reports.Short;

/// <summary>The answer on one screen: what it must say, and that it fits.</summary>
public class ShortReportWriterTests
{
    private const int Screen = 40;

    public static TheoryData<string> Samples { get; } =
    [
        "jvm/retaining-g1-jdk17.log.gz", "jvm/zgc-jdk25.log.gz", "jvm/shenandoah-jdk17.log.gz", "jvm/g1-jdk25.log",
        "dotnet/leak.nettrace.gz", "dotnet/large-objects.nettrace.gz", "dotnet/induced.nettrace.gz", "dotnet/web.nettrace.gz",
        "go/catalog-gogc100.gctrace", "python/recommend-default.upgc", "python/sphinx.upgc",
    ];

    [Theory]
    [MemberData(nameof(Samples))]
    public void Write_Samples_FitsOneScreenWithoutTrailingBlanks(string sample)
    {
        foreach (var width in (int[])[80, 100, 200])
        {
            var lines = Lines(sample, width);
            Assert.All(lines, line => Assert.InRange(line.Length, 0, width));
            Assert.All(lines, line => Assert.Equal(line.TrimEnd(), line));
            if (width >= 100) Assert.InRange(lines.Length, 8, Screen);
        }
    }

    [Fact]
    public void Write_Retaining_SaysWhyWhenAndWhatToDo()
    {
        var text = string.Join(' ', Lines("jvm/retaining-g1-jdk17.log.gz", 100).Select(line => line.Trim()));
        Assert.Contains("Cause of most of it (likely): ", text, StringComparison.Ordinal);
        // Collection 7: [2.250s] … [2.788s], by hand from the log.
        Assert.Contains("max 538 ms at 2.25 s (collection 7 young)", text, StringComparison.Ordinal);
        Assert.Contains("young 32 (4.71 s)   mixed 5 (167 ms)   old 5, concurrent (18.6 ms)", text, StringComparison.Ordinal);
        Assert.Contains("symptoms of it: low-throughput, long-evacuation", text, StringComparison.Ordinal);
        // The advice on the cause is at the top, so it is not repeated with the finding.
        Assert.Single(Lines("jvm/retaining-g1-jdk17.log.gz", 100), line => line.StartsWith("First: ", StringComparison.Ordinal));
        Assert.Single(Lines("jvm/retaining-g1-jdk17.log.gz", 100), line => line.Contains("  do ", StringComparison.Ordinal));
    }

    [Fact]
    public void Write_HealthyRecording_SaysSo() => Assert.Contains("No rule found a problem.", Lines("jvm/g1-jdk25.log", 100));

    /// <summary>A damaged duration of a day puts the start of the pause a day before the recording.</summary>
    [Fact]
    public void Write_PauseOutsideOfTheRecording_HasNoMoment()
    {
        var report = Report.Create(Tests.Samples.Of(Encoding.UTF8.GetBytes(
            "[0.100s][info][gc] Using G1\n"
            + "[0.500s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 10M->2M(64M) 86399000.000ms\n"
            + "[1.500s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 12M->2M(64M) 5.000ms\n")));
        var text = PlainConsole.Text(200, console => new ShortReportWriter().Write(report.ToDocument(), console));
        Assert.Contains("max 24 h (collection 0 young)", text, StringComparison.Ordinal);
        var full = PlainConsole.Text(200, console => new TerminalReportWriter(verbose: true).Write(report.ToDocument(), console));
        Assert.DoesNotContain("-24 h", full, StringComparison.Ordinal);
    }

    [Fact]
    public void Wrap_LongWord_IsBroken()
    {
        Assert.Equal(["aaaa", "aaaa", "a bb"], TerminalText.Wrap("aaaaaaaaa bb", 4));
        Assert.Equal([""], TerminalText.Wrap("", 4));
        Assert.Equal(["a", "b"], TerminalText.Wrap("a    b", 4));
    }

    private static string[] Lines(string sample, int width)
    {
        var report = Report.Create(Tests.Samples.Load(["samples", .. sample.Split('/')]));
        var text = PlainConsole.Text(width, console => new ShortReportWriter().Write(report.ToDocument(), console));
        return text.TrimEnd('\n').ReplaceLineEndings("\n").Split('\n');
    }
}
