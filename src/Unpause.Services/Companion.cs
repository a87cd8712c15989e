namespace Unpause.Services;

/// <summary>The program <c>unpause</c> beside this one. PATH is not searched: another program of that name may be there.</summary>
internal static class Companion
{
    // As in a package, and as the build names it.
    private static readonly string[] Names = ["unpause", "Unpause.Cli"];

    /// <summary>Its path; null when there is none.</summary>
    public static string? Find(string folder) => Names.Select(name => Path.Combine(folder, name)).FirstOrDefault(File.Exists);
}
