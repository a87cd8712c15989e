using System.Globalization;
using System.Text;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class Utf8CursorTests
{
    [Theory]
    [InlineData("0.1900627", 9, 190_062_700)]
    [InlineData("16,5", 3, 16_500)]
    [InlineData("7", 6, 7_000_000)]
    [InlineData("0.0000004", 6, 0)]
    [InlineData("0.0000005", 6, 1)]
    [InlineData("12.", 2, 1200)]
    [InlineData("00012.50", 1, 125)]
    public void Utf8Cursor_FixedPoint_IsExact(string text, int digits, long expected)
    {
        var cursor = new Utf8Cursor(Encoding.ASCII.GetBytes(text));
        Assert.True(cursor.TryTakeFixed(digits, out var value));
        Assert.Equal(expected, value);
    }

    [Theory]
    [InlineData("")]
    [InlineData("-3")]
    [InlineData(".5")]
    [InlineData("abc")]
    [InlineData("99999999999999999999999")]
    [InlineData("9999999999999999")]
    public void Utf8Cursor_NumbersThatDoNotFit_AreRefusedInPlace(string text)
    {
        var cursor = new Utf8Cursor(Encoding.ASCII.GetBytes(text));
        Assert.False(cursor.TryTakeFixed(9, out _));
        Assert.Equal(0, cursor.Position);
    }

    [Fact]
    public void Utf8Cursor_RandomNumbers_MatchDecimal()
    {
        var random = new Random(3);
        for (var round = 0; round < 2000; round++)
        {
            var text = $"{random.Next(0, 100_000)}.{
                random.NextInt64(0, 10_000_000).ToString(CultureInfo.InvariantCulture).PadLeft(random.Next(7, 12), '0')}";
            var cursor = new Utf8Cursor(Encoding.ASCII.GetBytes(text + " secs]"));
            Assert.True(cursor.TryTakeFixed(6, out var value));
            var expected = (long)Math.Round(decimal.Parse(text, CultureInfo.InvariantCulture) * 1_000_000m, MidpointRounding.AwayFromZero);
            Assert.Equal(expected, value);
            Assert.True(cursor.TryTake(" secs]"u8));
            Assert.True(cursor.AtEnd);
        }
    }
}
