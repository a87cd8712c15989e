using System.Text;
using Unpause.Services.Mcp;

namespace Unpause.Services.Tests;

public sealed class BoundedLinesTests
{
    [Theory]
    [InlineData("ab\ncd\n", "ab\ncd\n")]
    [InlineData("abcdefgh\nij\n", "abcd\nij\n")]
    [InlineData("abcdefgh", "abcd")]
    [InlineData("\n\nabcdefgh\n\nabcdefgh\nx", "\n\nabcd\n\nabcd\nx")]
    [InlineData("", "")]
    public void Read_BlocksOfAnySize_KeepsTheFirstBytesOfEachLine(string text, string expected)
    {
        for (var block = 1; block <= text.Length + 1; block++)
        {
            var ended = 0;
            using var lines = new BoundedLines(new MemoryStream(Encoding.ASCII.GetBytes(text)), 4, () => ended++);
            var (read, buffer) = (new StringBuilder(), new byte[block]);
            while (lines.Read(buffer, 0, block) is var count and > 0) read.Append(Encoding.ASCII.GetString(buffer, 0, count));
            Assert.Equal((expected, 1), (read.ToString(), ended));
        }
    }
}

public sealed class RecordedTextTests
{
    [Theory]
    [InlineData("GET /a", "GET /a")]
    [InlineData("\u001b[31mred", "\\u001b[31mred")]
    [InlineData("a\u202eb\u200dc\0", "a\\u202eb\\u200dc\\u0000")]
    [InlineData("tag \U000e0041", "tag \\ue0041")]
    [InlineData("two\nlines", "two\nlines")]
    [InlineData("0123456789abcdefghijklmnopqrstuvwxyz", "0123456789abcdefghijklmnopqrst…")]
    public void Shorten_TextOfARecording_EscapesInvisibleAndCuts(string text, string expected) =>
        Assert.Equal(expected, RecordedText.Shorten(text, 30));
}
