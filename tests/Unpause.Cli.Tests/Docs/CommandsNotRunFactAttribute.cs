namespace Unpause.Cli.Tests.Docs;

/// <summary>Stands for the commands of the pages that can't be run here, so that they are counted as left out and not as passed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CommandsNotRunFactAttribute : FactAttribute
{
    public CommandsNotRunFactAttribute()
    {
        var left = DocsTests.NotRun().ToList();
        var lines = left.Select(found => $"{found.Page}:{found.Command.Line} needs {found.Command.Needs}");
        if (left.Count > 0) Skip = $"{left.Count} commands of the pages are not run: {string.Join(", ", lines)}";
    }
}
