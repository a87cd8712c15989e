using System.Text;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Tests.Readers.Go;

/// <summary>The reader understands what the filter of stderr takes out; unknown fields give a note.</summary>
public class GctraceGrammarTests
{
    private const string Line = "gc 1 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 8 P\n";
    private const string Newer = "gc 1 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 0 MB "
        + "stacks, 0 MB globals, 7 MB weak, 8 P\n";

    [Fact]
    public void Gctrace_UnknownField_IsSkippedWithANote()
    {
        Assert.Equal(Newer.Length, GctraceGrammar.Match(Encoding.ASCII.GetBytes(Newer)));
        var recording = Assert.Single(Samples.Of(Newer));
        Assert.Equal(0.031, recording.Pauses[0].DurationNanoseconds / 1e6, 3);
        Assert.Equal(
            5L << 20, (long)recording.Counters.Single(counter => counter.Name == Unpause.Recordings.Words.GoCounters.GoalBytes).Value);
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Contains(
            recording.Coverage.Notes,
            note => note.Text.Contains("1 gctrace lines have fields that unpause does not know", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("gc 1 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 8 P, 3 X\n")]
    [InlineData("gc 1 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 12 kB weak, 8 P\n")]
    [InlineData(
        "gc 99999999999999999999 @0.013s 4%: 0.031+1.1+0.014 ms clock, 0.25+0.51/0.87/0.10+0.11 ms cpu, 4->4->0 MB, 5 MB goal, 8 P\n")]
    public void GctraceGrammar_UnknownLine_StaysInTheOutput(string line) =>
        Assert.Equal(-1, GctraceGrammar.Match(Encoding.ASCII.GetBytes(line)));

    [Fact]
    public void GctraceGrammar_RemovedLines_AreAllRead()
    {
        var taken = 0;
        for (var seed = 0; seed < 20_000; seed++)
        {
            var random = new Random(seed);
            var bytes = Encoding.ASCII.GetBytes(random.Next(2) == 0 ? Line : Newer);
            for (var i = random.Next(1, 4); i > 0; i--) bytes[random.Next(bytes.Length)] = (byte)"0123456789.+-> \n"[random.Next(16)];
            var length = GctraceGrammar.Match(bytes);
            if (length <= 0) continue;
            taken++;
            Assert.Single(Samples.Of(Encoding.ASCII.GetString(bytes, 0, length)));
        }

        Assert.InRange(taken, 1000, 20_000);
    }

    /// <summary>The filter of stderr asks for it at each start of a line, so it is not looked for byte by byte.</summary>
    [Fact]
    public void GctraceGrammar_TornLine_MatchesTheLongestPrefix()
    {
        var lengths = new HashSet<int>();
        for (var seed = 0; seed < 3_000; seed++)
        {
            var random = new Random(seed);
            var bytes = Encoding.ASCII.GetBytes((random.Next(2) == 0 ? Line : Newer) + new string('1', random.Next(600)));
            if (random.Next(4) == 0) bytes = [.. bytes[..random.Next(20)], .. Encoding.ASCII.GetBytes(new string('1', 500)), .. bytes];
            for (var i = random.Next(0, 4); i > 0; i--) bytes[random.Next(bytes.Length)] = (byte)"0123456789.+-> \n"[random.Next(16)];
            var longest = Math.Min(bytes.Length, GctraceGrammar.MaxLength);
            while (longest > 0 && GctraceGrammar.Match(bytes.AsSpan(0, longest)) < 0) longest--;
            Assert.Equal(longest, GctraceGrammar.MatchingPrefix(bytes));
            lengths.Add(longest);
        }

        Assert.InRange(lengths.Count, 100, 3_000);
    }

    [Fact]
    public void GcLineShapes_EachShape_HasAPhasePerClock() => Assert.All(GcLineShapes.All, row =>
        Assert.Equal(
            row.Phases.Count, row.Tokens.Count(token => token is { Literal: null, Field: >= GcField.Clock0 and <= GcField.Clock4 })));
}
