using Unpause.Tests;

namespace Unpause.Cli.Tests.Docs;

/// <summary>
/// Runs every command in README and docs/ unchanged, through the launcher. Pages that record live processes
/// are <see cref="LiveDocsTests"/>, so that both run in parallel.
/// </summary>
[Trait("Tier", "live")]
public sealed class DocsTests
{
    private const int MostNotRun = 6;

    public static TheoryData<string> Pages => [.. DocsPage.Names.Where(name => new DocsPage(name) is { IsLive: false, IsShell: true })];

    public static TheoryData<string> PagesWithExcerpts => [.. DocsPage.Names.Where(name => new DocsPage(name).Excerpts.Count > 0)];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Page_Commands_Work(string name) => DocsRun.AssertWorks(name);

    /// <summary>The excerpt's lines are those of the real output, in their order; between them others are left out.</summary>
    [Theory]
    [MemberData(nameof(PagesWithExcerpts))]
    public void Page_Excerpts_MatchTheOutput(string name)
    {
        var page = new DocsPage(name);
        using var run = new DocsRun(page);
        Assert.Equal([], page.Excerpts.Select(excerpt => run.MissingLine(excerpt.Command, excerpt.Lines)).OfType<string>());
    }

    /// <summary>What is not run is little, and the text says what it needs.</summary>
    [Fact]
    public void Docs_CommandsWithMissingTools_AreFew()
    {
        var left = NotRun().ToList();
        Assert.InRange(left.Count, 0, MostNotRun);
        Assert.All(left, found => Assert.Contains(
            $"(needs {found.Command.Needs}", File.ReadAllText(RepositoryFolder.File(found.Page)), StringComparison.OrdinalIgnoreCase));
    }

    [CommandsNotRunFact]
    public void Docs_CommandsWithMissingTools_Parse()
    {
    }

    /// <summary>Commands that need something that few machines have, with their pages.</summary>
    internal static IEnumerable<(string Page, DocsCommand Command)> NotRun() =>
        from name in DocsPage.Names from command in new DocsPage(name).Commands where command.Needs is not null select (name, command);
}
