using System.Text;
using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Tests.Peers;

public class FileRequestTests
{
    private const string Token = "0123456789abcdef0123456789abcdef";

    [Theory]
    [InlineData(" make python-123-5f3a-0.upgc", true, 123)]
    [InlineData(" open python-123-5f3a-0.upgc", false, 123)]
    [InlineData(" make python-7-5f3a.unpause-note", true, 7)]
    public void Parse_AgentsRequest_IsUnderstood(string rest, bool makes, int process)
    {
        var request = Parse(Token + rest)!;
        Assert.Equal((makes, process, rest[6..]), (request.Makes, request.ProcessId, request.Name));
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData(" make ")]
    [InlineData(" take python-123-1.upgc")]
    [InlineData(" make  python-123-1.upgc")]
    [InlineData("make python-123-1.upgc")]
    [InlineData(" make python-123-1.upgc ")]
    [InlineData(" make python-123-1.txt")]
    [InlineData(" make python-123-.upgc")]
    [InlineData(" make python-123.upgc")]
    [InlineData(" make python--1.upgc")]
    [InlineData(" make python-0x7b-1.upgc")]
    [InlineData(" make python-99999999999-1.upgc")]
    [InlineData(" make java-123-1.upgc")]
    [InlineData(" make Python-123-1.upgc")]
    [InlineData(" make ../python-123-1.upgc")]
    [InlineData(" make /etc/python-123-1.upgc")]
    [InlineData(" make python-123-../../x.upgc")]
    [InlineData(" make python-123-1\0.upgc")]
    [InlineData(" make python-123-1.upgc\0")]
    [InlineData(" make python-123-1\n.upgc")]
    [InlineData(" make python-123-\u00e4.upgc")]
    public void Parse_OtherRequest_IsNull(string rest) => Assert.Null(Parse(Token + rest));

    [Fact]
    public void Parse_TooLongName_IsNull()
    {
        Assert.NotNull(Parse($"{Token} make python-1-{new string('a', 85)}.upgc"));
        Assert.Null(Parse($"{Token} make python-1-{new string('a', 90)}.upgc"));
    }

    [Theory]
    [InlineData("0123456789abcdef0123456789abcdee")]
    [InlineData("0123456789ABCDEF0123456789ABCDEF")]
    [InlineData("0123456789abcdef")]
    [InlineData("")]
    public void Parse_WrongToken_IsNull(string token) => Assert.Null(Parse(token + " make python-123-1.upgc"));

    private static FileRequest? Parse(string line) => FileRequest.Parse(Encoding.UTF8.GetBytes(line), Encoding.ASCII.GetBytes(Token));
}
