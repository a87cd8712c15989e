using Unpause.Analysis.Diagnosis;

namespace Unpause.Tests.Diagnosis;

public class RulesPageTests
{
    /// <summary>The page is generated from the rules: <c>./unpause explain --format markdown > docs/rules.md</c>.</summary>
    [Fact]
    public void RulesPage_CommittedFile_IsUpToDate() =>
        Assert.Equal(RulesPage.Markdown(), File.ReadAllText(RepositoryFolder.File("docs", "rules.md")));
}
