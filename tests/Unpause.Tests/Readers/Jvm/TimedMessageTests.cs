using System.Globalization;
using System.Text;
using Unpause.Recordings.Readers.Jvm.Unified;

namespace Unpause.Tests.Readers.Jvm;

public class TimedMessageTests
{
    [Theory]
    [InlineData("Other: 0.0ms", "Other:", 0)]
    [InlineData("Other:   12.3ms", "Other:", 12_300_000)]
    [InlineData("Pause Remark 12M->11M(64M) 1.920ms", "Pause Remark 12M->11M(64M)", 1_920_000)]
    [InlineData("Pause Full 1234567.891ms", "Pause Full", 1_234_567_891_000)]
    [InlineData("Pause Full 5ms", "Pause Full", 5_000_000)]
    [InlineData("Pause Full 5.25ms", "Pause Full", 5_250_000)]
    [InlineData("Pause Full 1,5ms", "Pause Full", 1_500_000)]
    [InlineData("a 1.5ms", "a", 1_500_000)]
    public void TimedMessage_Message_SplitsWordsFromTheDuration(string message, string text, long expected)
    {
        Assert.True(TimedMessage.TrySplit(Encoding.ASCII.GetBytes(message), out var words, out var nanoseconds));
        Assert.Equal(text, Encoding.ASCII.GetString(words));
        Assert.Equal(expected, nanoseconds);
    }

    [Theory]
    [InlineData("Using 2 workers")]
    [InlineData("1.920ms")]
    [InlineData("Pause Remark1.920ms")]
    [InlineData("Pause Remark .920ms")]
    [InlineData("Pause Remark 1.2.3ms")]
    [InlineData("Pause Remark 1.x23ms")]
    [InlineData("Pause Remark !1.3ms")]
    [InlineData("Pause Remark 1.3 ms")]
    [InlineData("ms")]
    public void TimedMessage_OtherEnds_AreRefused(string message) =>
        Assert.False(TimedMessage.TrySplit(Encoding.ASCII.GetBytes(message), out _, out _));

    [Fact]
    public void TimedMessage_RandomDurations_MatchDecimal()
    {
        var random = new Random(5);
        for (var round = 0; round < 5000; round++)
        {
            var decimals = random.Next(0, 7);
            var number = (random.NextInt64(0, (long)Math.Pow(10, random.Next(1, 7)))
                + (decimal)random.Next(0, 1_000_000) / 1_000_000).ToString("F" + decimals, CultureInfo.InvariantCulture);
            Assert.True(
                TimedMessage.TrySplit(Encoding.ASCII.GetBytes($"Evacuate Collection Set: {number}ms"), out var words, out var nanoseconds));
            Assert.Equal("Evacuate Collection Set:", Encoding.ASCII.GetString(words));
            Assert.Equal(decimal.Parse(number, CultureInfo.InvariantCulture) * 1_000_000, nanoseconds);
        }
    }
}
