using Unpause.Cli.Sending;

namespace Unpause.Cli.Tests.Sending;

/// <summary>Names of sent reports: the unprivileged reader, which may be an attacker's by then, says them to root.</summary>
public sealed class SentNameTests
{
    [Fact]
    public void Name_OfTheReader_IsReadBack()
    {
        var name = new SentName("web-1", "2026-11-29", "130501-orders");
        Assert.Equal(name, SentName.Parse(name.Text));
    }

    [Theory]
    [InlineData("--send ../2026-11-29/x", "_./2026-11-29/x")]
    [InlineData("--send ..\\x/../y", "_._x/undated/y")]
    [InlineData("--send .ssh/2026-13-45/.profile", "_ssh/undated/_profile")]
    [InlineData("--send a\0b/2026-11-29-and-more/c\nd", "a_b/2026-11-29/c_d")]
    public void Name_Hostile_HasThreePlainParts(string text, string parts)
    {
        var name = SentName.Parse(text)!;
        Assert.Equal(parts, $"{name.Host}/{name.Day}/{name.Stem}");
    }

    [Theory]
    [InlineData("report.json")]
    [InlineData("--send a/b")]
    [InlineData("--send a/2026-11-29/b/c")]
    [InlineData("--send /2026-11-29/b")]
    [InlineData("--send a/2026-11-29/")]
    public void Name_OfAnotherForm_IsNone(string text) => Assert.Null(SentName.Parse(text));
}
