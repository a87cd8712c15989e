using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// Number and sum of pauses of every log against a crude scan of its text that knows no grammar: every number of seconds that ends a
/// bracket at a line's end or before times, every number of milliseconds that ends a line with "Pause".
/// </summary>
public partial class TotalsTests
{
    private const string Nested = "collections inside a remark (CMSScavengeBeforeRemark): part of it";
    private const string Headless = "its beginning is lost: the line counts as not understood";

    /// <summary>Files whose pauses are more or fewer than the scan's, by how many, and why.</summary>
    private static readonly (string File, int Pauses, string Why)[] Differences =
    [
        ("apptio_gc.log", -70, Nested),
        ("scavangeBeforeRemarkWithReference.log", -1, Nested),
        ("tlab_broken_gc_locker.log", -1, Nested),
        ("no_young_intro.log", -1, Headless),
    ];

    [CorpusFact("corpus", "jvm")]
    public void Totals_EveryLog_HasThePausesOfItsText()
    {
        var corpus = RepositoryFolder.SharedFile("corpus", "jvm");
        var wrong = new StringBuilder();
        var files = Directory.EnumerateFiles(corpus, "*", SearchOption.AllDirectories)
            .Where(path => !path.EndsWith("expected.tsv", StringComparison.Ordinal)).Concat(JvmLogs.Unified);
        var compared = 0;
        foreach (var path in files)
        {
            var name = Path.GetFileName(path);
            var crude = Scan(Encoding.UTF8.GetString(JvmLogs.Bytes(path)));
            var recordings = RuntimeTable.Default.Load([RecordingInput.File(path)]).Recordings;
            var pauses = recordings.SelectMany(recording => recording.Pauses).ToList();
            var more = pauses.Count - crude.Count;
            var sum = pauses.Sum(pause => pause.DurationNanoseconds) / 1e6;
            var explained = Differences.FirstOrDefault(row => row.File == name);
            compared++;
            if (more == explained.Pauses && (more != 0 || Math.Abs(sum - crude.Sum()) < 0.5)) continue;
            wrong.AppendLine(CultureInfo.InvariantCulture, $"{name}: {more} ({sum:0.0} ms, scan {crude.Sum():0.0})");
        }

        Assert.True(wrong.Length == 0, wrong.ToString());
        Assert.InRange(compared, 60, int.MaxValue);
    }

    private static List<double> Scan(string text)
    {
        var unified = UnifiedPause().Matches(text);
        if (unified.Count > 0) return [.. unified.Select(match => Number(match.Groups[1].Value))];
        return [.. LegacyPause().Matches(text)
            .Where(match => !IsOther(text, match.Index)).Select(match => 1000 * Number(match.Groups[1].Value))];
    }

    /// <summary>
    /// Other brackets have seconds too: <c>[GC concurrent-mark-end, 0.1 secs]</c>, <c>[JNI Weak Reference, 0.1 secs]</c>.
    /// </summary>
    private static bool IsOther(string text, int at)
    {
        var bracket = text.LastIndexOf('[', at);
        if (bracket < 0) return false;
        var inside = text.AsSpan(bracket, at - bracket);
        return !inside.Contains(']')
            && (inside.Contains("concurrent", StringComparison.Ordinal) || inside.Contains("Reference", StringComparison.Ordinal));
    }

    private static double Number(string text) => double.Parse(text.Replace(',', '.'), CultureInfo.InvariantCulture);

    [GeneratedRegex(@"Pause [^\n\[]*? ([0-9.,]+)ms *\r?$", RegexOptions.Multiline)]
    private static partial Regex UnifiedPause();

    [GeneratedRegex(@"(?<![=/0-9.,])(\d+[.,]\d+) secs\](?= ?\[Times| *\r?$)", RegexOptions.Multiline)]
    private static partial Regex LegacyPause();
}
