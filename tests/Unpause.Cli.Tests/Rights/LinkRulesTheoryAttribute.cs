namespace Unpause.Cli.Tests.Rights;

/// <summary>A test for each of the kernel's rules about links; it is left out where only another root may change them.</summary>
internal sealed class LinkRulesTheoryAttribute : TheoryAttribute
{
    public LinkRulesTheoryAttribute() => Skip = LinkRules.Obstacle;
}
