using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>docs/request-formats.md gives the lines to log as the program does.</summary>
public sealed class RequestFormatsPageTests
{
    [Theory]
    [InlineData(LinesToLog.Nginx)]
    [InlineData(LinesToLog.Apache)]
    [InlineData(LinesToLog.Tomcat)]
    [InlineData(LinesToLog.Gunicorn)]
    [InlineData(LinesToLog.Morgan)]
    [InlineData(LinesToLog.Lograge)]
    [InlineData(LinesToLog.Haproxy)]
    [InlineData(LinesToLog.Traefik)]
    [InlineData(LinesToLog.Hey)]
    [InlineData(LinesToLog.Oha)]
    public void RequestFormatsPage_LinesToLog_AreOnThePage(string line)
    {
        var page = File.ReadAllText(RepositoryFolder.File("docs/request-formats.md"));
        Assert.All(line.Split(" and "), part => Assert.Contains(part, page, StringComparison.Ordinal));
    }
}
