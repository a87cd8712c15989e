using System.Diagnostics;
using System.Text;
using Unpause.Analysis.Settings;
using Unpause.Recordings;
using Unpause.Reports.Checks;

namespace Unpause.Tests.Checks;

/// <summary>Whatever stands in a file of budgets: budgets, or a fault with its place, at once and in little memory.</summary>
public class HostileBudgetsTests
{
    private const string Good = "budgets:\n  - name: \"a \\u0041 b\"\n    metric: max_pause\n    limit: 200ms # most\n"
        + "    note: |\n      two\n      lines\n  - {metric: throughput, limit: '95%', tolerance: 1pp}\n";

    public static TheoryData<string, string> Bombs => new()
    {
        { "a: &a [x,x]\nb: &b [*a,*a]\nbudgets: *b", "line 1, column 1: a is not a key" },
        { "budgets: &a [*a]", "line 1, column 10: anchors and tags are not allowed" },
        { "budgets:\n- metric: &a max_pause\n  limit: *a", "anchors and tags are not allowed" },
        { "budgets: [{metric: max_pause, limit: *a }]", "a value is expected" },
        { "budgets: [{<<: {metric: max_pause}, limit: 1ms}]", "<< is not a key of a budget" },
        { "budgets: [{? [a, b] : c}]", "a key is expected" },
        { "budgets: [{metric: !!binary bWF4, limit: 1ms}]", "anchors and tags are not allowed" },
        { "budgets: " + new string('[', 200_000), "line 1, column 11: a budget" },
        { "budgets: [" + string.Concat(Enumerable.Repeat("{metric: ", 20_000)), "line 1, column 20: a value is expected" },
        { string.Concat(Enumerable.Range(0, 400).Select(i => new string(' ', i) + "- \n")), "budgets: with a list below it" },
        { "budgets: [{metric: max_pause, limit: 1ms, note: " + new string('x', 1001) + "}]", "a value of more than 1000 characters" },
        {
            "budgets:\n" + string.Concat(Enumerable.Range(0, 201).Select(i => $"- {{metric: pauses, limit: {i}}}\n")),
            "line 202, column 3: more than 200"
        },
        { "budgets:\n\t- metric: max_pause\n", "line 2, column 1: a tab" },
        { "budgets:\n  - metric: max_pause\n\t  limit: 1ms\n", "line 3, column 1: a tab: indent YAML with spaces" },
        { "budgets: []\n---\nbudgets: []", "no budgets; to write" },
        { "budgets: [{metric: max_pause, limit: 1ms}]\n---\nx: y", "line 2, column 1: a second YAML document" },
        { "%YAML 9.9\n---\nbudgets: []", "line 1" },
        { "budgets: [\n.", "line 1, column 10: invalid YAML after this position" },
        { "budgets: [{metric: !![", "line 1, column 18: invalid YAML after this position" },
        { "\0", "line 1" },
        { "\"", "line 1" },
    };

    [Theory]
    [MemberData(nameof(Bombs))]
    public void BudgetsFile_Bombs_AreRefused(string yaml, string said)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var clock = Stopwatch.StartNew();
        var fault = Assert.Throws<YamlFault>(() => BudgetsFile.Read(yaml, null));
        Assert.Contains(said, fault.Message, StringComparison.Ordinal);
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(5), $"{clock.Elapsed}");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000_000);
    }

    /// <summary>The limits themselves are allowed.</summary>
    [Fact]
    public void BudgetsFile_AtTheLimits_IsRead()
    {
        var yaml = "budgets:\n" + string.Concat(Enumerable.Range(0, 200)
            .Select(i => $"- {{metric: pauses, limit: {i}, note: {new string('x', 1000)}}}\n"));
        Assert.InRange(yaml.Length, 200_000, Limits.BudgetsFileBytes);
        Assert.Equal(200, BudgetsFile.Read(yaml, null).Budgets.Count);
    }

    /// <summary>Cut anywhere, or with bytes changed, left out and doubled at random (seeded): never an exception of another kind.</summary>
    [Fact]
    public void BudgetsFile_MutatedText_IsReadOrRefused()
    {
        Assert.Equal(2, BudgetsFile.Read(Good, null).Budgets.Count);
        for (var at = 0; at < Good.Length; at++) Try(Good[..at]);
        var random = new Random(18);
        const string Letters = " \t\r\n-:,[]{}&*!|>'\"%@`#?\\.<=~\0\u0085\u2028\uFEFFaé0\uD83D\uDE00";
        for (var round = 0; round < 20_000; round++)
        {
            var text = new StringBuilder(Good);
            for (var change = random.Next(1, 6); change > 0; change--)
            {
                var at = random.Next(text.Length);
                switch (random.Next(3))
                {
                    case 0: text[at] = Letters[random.Next(Letters.Length)]; break;
                    case 1: text.Remove(at, Math.Min(random.Next(1, 8), text.Length - at)); break;
                    default: text.Insert(at, text.ToString(at, Math.Min(random.Next(1, 20), text.Length - at))); break;
                }
            }

            Try(text.ToString());
        }
    }

    private static void Try(string yaml)
    {
        try
        {
            Assert.NotEmpty(BudgetsFile.Read(yaml, null).Budgets);
        }
        catch (YamlFault fault)
        {
            Assert.StartsWith("line ", fault.Message, StringComparison.Ordinal);
        }
    }
}
