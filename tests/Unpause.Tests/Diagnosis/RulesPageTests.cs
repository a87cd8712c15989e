using Unpause.Diagnosis;

namespace Unpause.Tests.Diagnosis;

public class RulesPageTests
{
    /// <summary>The page is made from the rules: <c>./unpause explain --format markdown > docs/rules.md</c>.</summary>
    [Fact]
    public void TheCommittedPageIsTheOneThatTheRulesMake() =>
        Assert.Equal(RulesPage.Markdown(), File.ReadAllText(RepositoryFolder.File("docs", "rules.md")));
}
