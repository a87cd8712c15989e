namespace Unpause.Tests;

/// <summary>Why a test is left out on this machine; null when nothing is missing. What is left out is counted, never passed.</summary>
internal static class LeftOut
{
    /// <summary>The reason when a file or folder of the shared data is absent.</summary>
    /// <param name="parts">Its path below the shared folder; nothing for the folder itself.</param>
    public static string? WithoutShared(string[] parts)
    {
        var name = string.Join('/', parts);
        if (RepositoryFolder.Shared is not { } shared) return $"the shared data are not here: {name}";
        var path = Path.Combine([shared, .. parts]);
        return File.Exists(path) || Directory.Exists(path) ? null : $"the shared data lack {name}";
    }

    /// <summary>The reason when the tests don't run as root.</summary>
    public static string? WithoutRoot() => Environment.IsPrivilegedProcess ? null : "needs root";
}
