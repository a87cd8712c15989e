using System.Runtime.CompilerServices;

namespace Unpause.Tests;

/// <summary>Finds files of the repository from a test.</summary>
internal static class RepositoryFolder
{
    /// <summary>The repository's root.</summary>
    public static string Root { get; } = Path.GetFullPath(Path.Combine(Here(), ".."));

    /// <summary>The folder with the shared corpus, where UNPAUSE_SHARED says or beside the checkout; null where it is absent.</summary>
    public static string? Shared { get; } =
        Existing(Environment.GetEnvironmentVariable("UNPAUSE_SHARED") ?? Path.Combine(Root, "..", "shared"));

    /// <summary>A file of the shared corpus, for tests that are left out where it is absent.</summary>
    public static string SharedFile(params string[] parts) => Path.Combine([Shared!, .. parts]);

    /// <summary>A file of the repository.</summary>
    public static string File(params string[] parts) => Path.Combine([Root, .. parts]);

    private static string? Existing(string folder) => Directory.Exists(folder) ? Path.GetFullPath(folder) : null;

    private static string Here([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
