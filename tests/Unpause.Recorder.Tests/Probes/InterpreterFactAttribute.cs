namespace Unpause.Recorder.Tests.Probes;

/// <summary>A test as root with CPythons of pyenv, each of which may be absent; skipped, and counted, where none is installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class InterpreterFactAttribute : FactAttribute
{
    /// <summary>A test with some versions.</summary>
    public InterpreterFactAttribute(params string[] versions) =>
        Skip = Of(versions).Count == 0 ? $"needs a CPython of pyenv: {string.Join(", ", versions)}" : Unpause.Tests.LeftOut.WithoutRoot();

    /// <summary>The installed ones.</summary>
    public static IReadOnlyList<string> Of(params string[] versions)
    {
        var folder = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".pyenv", "versions");
        if (!Directory.Exists(folder)) return [];
        return [.. Directory.GetDirectories(folder)
            .SelectMany(found => versions.Where(version => Path.GetFileName(found).StartsWith($"{version}.", StringComparison.Ordinal))
                .Select(version => Path.Combine(found, "bin", $"python{version}")))
            .Where(File.Exists).Order(StringComparer.Ordinal)];
    }
}
