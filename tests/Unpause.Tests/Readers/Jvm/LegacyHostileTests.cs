using System.Diagnostics;
using System.Text;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>What a damaged log of JDK 8 may contain and must not be read again and again.</summary>
public class LegacyHostileTests
{
    /// <summary>Quadratic in the length of a line, these logs took minutes.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(20);

    private const int Lines = 200, Repetitions = 60_000;

    [Theory]
    [InlineData("0", 1)]
    [InlineData("(", 1)]
    [InlineData("(0", 2)]
    [InlineData("(()", 3)]
    [InlineData("1.", 2)]
    [InlineData("1K->", 4)]
    [InlineData("1K(", 3)]
    public void LegacyHostile_LongLinesOfOnePattern_TakeLinearTime(string pattern, int length) =>
        AssertIsReadInTime(string.Concat(Enumerable.Repeat(pattern, Repetitions / length)));

    [Theory]
    [InlineData("1.")]
    [InlineData("1K->")]
    [InlineData("1K(")]
    [InlineData("1K->1K(")]
    [InlineData("123456789012345678")]
    public void LegacyHostile_LongRowsOfZeros_TakeLinearTime(string before) => AssertIsReadInTime(before + new string('0', Repetitions));

    [Theory]
    [InlineData("(((", "Ergonomics")]
    [InlineData("(a (bb) (", "bb")]
    [InlineData("(1K->2K(3K) (", "Ergonomics")]
    [InlineData("(aa) ((", "aa")]
    public void LegacyHostile_UnclosedParentheses_RestIsRead(string before, string cause)
    {
        var recording = Assert.Single(JvmLogs.Load($"1.500: [GC {before} (Ergonomics) 5K->4K(64K), 0.0100000 secs]\n").Recordings);
        var collection = Assert.Single(recording.Collections);
        Assert.Equal(5 << 10, collection.HeapBeforeBytes);
        Assert.Equal(cause, collection.RuntimeCause);
    }

    [Theory]
    [InlineData("0005K->0004K(0064K)", 5)]
    [InlineData("00000000000000000000000000005K->4K(64K)", 5)]
    [InlineData("9990000000000000000000000005K->4K(64K)", 5)]
    [InlineData("000000000000000000000000000X 5K->4K(64K)", 5)]
    [InlineData("0005K-> 7K->4K(64K)", 7)]
    [InlineData("0.0005K.5K->4K(64K)", 5)]
    public void LegacyHostile_LeadingZeros_ChangeNoSize(string sizes, int kilobytes)
    {
        var recording = Assert.Single(JvmLogs.Load($"1.500: [GC (Ergonomics) {sizes}, 0.0100000 secs]\n").Recordings);
        Assert.Equal(kilobytes << 10, Assert.Single(recording.Collections).HeapBeforeBytes);
    }

    private static void AssertIsReadInTime(string text)
    {
        var log = new StringBuilder();
        for (var i = 1; i <= Lines; i++) log.Append($"{i}.500: [GC (Ergonomics) {text} 5K->4K(64K), 0.0100000 secs]\n");
        var watch = Stopwatch.StartNew();
        var recording = Assert.Single(JvmLogs.Load(log.ToString()).Recordings);
        Assert.Equal(Lines, recording.Collections.Count);
        Assert.All(recording.Collections, collection => Assert.Equal(4 << 10, collection.HeapAfterBytes));
        Assert.True(watch.Elapsed < Longest, $"{watch.Elapsed} for {log.Length:N0} bytes");
    }
}
