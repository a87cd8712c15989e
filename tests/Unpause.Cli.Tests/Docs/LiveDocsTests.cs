namespace Unpause.Cli.Tests.Docs;

/// <summary>The commands of the pages that record live processes.</summary>
[Trait("Tier", "live")]
public sealed class LiveDocsTests
{
    public static TheoryData<string> Pages => [.. DocsPage.Names.Where(name => new DocsPage(name).IsLive)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void LivePage_Commands_Work(string name) => DocsRun.AssertWorks(name);
}
