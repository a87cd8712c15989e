namespace Unpause.Tests.House;

/// <summary>The C# files of the repository that people write.</summary>
internal static class SourceFiles
{
    /// <summary>All in folders of the root, with their full paths.</summary>
    public static IEnumerable<string> In(params string[] folders) => folders
        .SelectMany(folder => Directory.EnumerateFiles(RepositoryFolder.File(folder), "*.cs", SearchOption.AllDirectories))
        .Where(file => !IsBuilt(file)).Order(StringComparer.Ordinal);

    /// <summary>A path as the lists have it.</summary>
    public static string Relative(string file) => Path.GetRelativePath(RepositoryFolder.Root, file);

    private static bool IsBuilt(string file) =>
        file.Contains("/obj/", StringComparison.Ordinal) || file.Contains("/bin/", StringComparison.Ordinal)
        || file.Contains("/node_modules/", StringComparison.Ordinal);
}
