using System.Globalization;
using Unpause.Services.Mcp;

namespace Unpause.Services;

/// <summary>
/// <c>unpause-services mcp --folder DIR…</c> and <c>unpause-services watch</c>. People type <c>unpause mcp</c>, which becomes this
/// program, and <c>unpause watch</c>, which starts it; so its own usage is short.
/// </summary>
internal static class ServiceCommand
{
    private const int Done = 0, Usage = 2;

    /// <summary>Set by the program for itself, once the kernel restricts it.</summary>
    public const string RestrictedOption = "--restricted";

    /// <summary>Runs a service until its client ends it, and gives the exit code.</summary>
    public static int Run(string[] args)
    {
        if (args is ["--version"])
        {
            Console.Out.WriteLine(ToolServer.Version);
            return Done;
        }

        if (args is ["watch", .. var handed] && handed is [] or [RestrictedOption, _])
        {
            return Companion.Find(AppContext.BaseDirectory) is { } recorder
                ? Watch.WatchHost.Run(recorder, handed.Length > 0 ? int.Parse(handed[1], CultureInfo.InvariantCulture) : null)
                : Refuse($"unpause is not in {AppContext.BaseDirectory}: install both programs of the package into one folder");
        }

        if (args is not ["mcp", .. var rest]) return Refuse("use: unpause mcp --folder DIR");
        var restricted = rest is [RestrictedOption, ..];
        if (FoldersOf(restricted ? rest[1..] : rest) is not { } named) return Refuse("use: unpause mcp --folder DIR");
        if (Companion.Find(AppContext.BaseDirectory) is not { } program)
            return Refuse($"unpause is not in {AppContext.BaseDirectory}: install both programs of the package into one folder");
        try
        {
            var folders = AllowedFolders.Open(named, restricted);
            if (!restricted && Confinement.TryApply(new Reach { Readable = folders.Roots, Runnable = [program] }))
            {
                Confinement.Become(["mcp", RestrictedOption, .. folders.Roots.SelectMany(root => new[] { "--folder", root })]);
            }

            if (!Console.IsInputRedirected)
            {
                Console.Error.WriteLine(
                    "unpause mcp: waiting for a coding agent on standard input (Ctrl-D ends it). Add it to an agent as the command "
                    + "unpause mcp --folder DIR: docs/agents.md");
            }

            return ToolServer.Serve(program, folders);
        }
        catch (IOException failure)
        {
            return Refuse(failure.Message);
        }
    }

    private static string[]? FoldersOf(string[] args)
    {
        var folders = new List<string>();
        for (var at = 0; at < args.Length; at += 2)
        {
            if (args[at] != "--folder" || at + 1 == args.Length) return null;
            folders.Add(args[at + 1]);
        }

        return folders.Count == 0 ? [Environment.CurrentDirectory] : [.. folders];
    }

    private static int Refuse(string message)
    {
        Console.Error.WriteLine($"unpause mcp: {message}");
        return Usage;
    }
}
