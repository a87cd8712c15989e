using System.Text;
using System.Text.RegularExpressions;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// A log that lost its beginning: the findings of its rest are those of the rest with the beginning put back, or none.
/// </summary>
public partial class TailsTests
{
    private const int FewestYoung = 30;

    [Theory]
    [MemberData(nameof(JvmLogs.UnifiedNames), MemberType = typeof(JvmLogs))]
    public void Tails_TruncatedStart_GivesNoContradictoryAdvice(string path)
    {
        var lines = Encoding.UTF8.GetString(JvmLogs.Bytes(path)).TrimEnd('\n').Split('\n');
        var head = lines.TakeWhile(line => !line.Contains("GC(", StringComparison.Ordinal)).ToList();
        foreach (var share in new[] { 0.15, 0.4, 0.6, 0.8 })
        {
            var tail = lines[Math.Max(head.Count, (int)(lines.Length * share))..];
            if (tail.Length == 0 || Bracket().Match(tail[0]) is not { Success: true } first) continue;
            var without = Load(tail);
            if (without.Collections.Count(collection => collection.Generation == Generations.Young) < FewestYoung) continue;
            var with = Load([.. head.Select(line => Bracket().Replace(line, first.Value, 1)), .. tail]);
            Assert.Equal(with.Source.Collector, without.Source.Collector ?? with.Source.Collector);
            Assert.Equal(
                with.Source.Settings.GetValueOrDefault(JvmFlagNames.RegionSize),
                without.Source.Settings.GetValueOrDefault(JvmFlagNames.RegionSize)
                    ?? with.Source.Settings.GetValueOrDefault(JvmFlagNames.RegionSize));
            var contrary = Contrary(with, without);
            Assert.True(contrary.Length == 0, $"{share:0.00} of {path}: {contrary}");
        }
    }

    /// <summary>The incident that was once answered with a larger heap: its tail keeps its finding.</summary>
    [Fact]
    public void Tails_TruncatedStartOfALeak_IsStillFound()
    {
        foreach (var name in new[] { "retaining-g1-jdk17.log.gz", "retaining-g1-jdk25.log.gz" })
        {
            var lines = Encoding.UTF8.GetString(JvmLogs.Bytes(JvmLogs.Sample(name))).TrimEnd('\n').Split('\n');
            var whole = Load(lines);
            var tail = Load(lines[(lines.Length / 4)..]);
            Assert.Equal("G1", tail.Source.Collector);
            Assert.Equal(whole.Source.Settings[JvmFlagNames.RegionSize], tail.Source.Settings[JvmFlagNames.RegionSize]);
            Assert.NotNull(tail.Collections.Last(collection => collection.Generation == Generations.Young).PromotedBytes);
        }
    }

    private static string Contrary(Recording with, Recording without)
    {
        var (known, rest) = (AnalysedProcess.From(with), AnalysedProcess.From(without));
        var text = new StringBuilder();
        foreach (var rule in RuleCatalog.GetRules(Runtimes.Jvm))
        {
            var said = rule.Check(rest);
            if (said is Verdict.NotApplicableVerdict || said.GetType() == rule.Check(known).GetType()) continue;
            text.Append($"{rule.Id}: {rule.Check(known).GetType().Name} with the beginning, {said.GetType().Name} without; ");
        }

        return text.ToString();
    }

    private static Recording Load(string[] lines) => Assert.Single(JvmLogs.Load(string.Join('\n', lines) + "\n").Recordings);

    [GeneratedRegex(@"^\[[^]]*\]")]
    private static partial Regex Bracket();
}
