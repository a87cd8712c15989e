using Unpause.Tests;

namespace Unpause.Cli.Tests.Rights;

/// <summary>Has the kernel follow strangers' links in folders such as /tmp, or not, while it lives.</summary>
internal sealed class LinkRules : IDisposable
{
    private const string Place = "/proc/sys/fs/protected_symlinks";

    private readonly string _before = File.ReadAllText(Place);

    public LinkRules(int rule) => File.WriteAllText(Place, $"{rule}\n");

    /// <summary>Why they can't be changed here; null when they can.</summary>
    public static string? Obstacle { get; } = LeftOut.WithoutRoot() ?? Try();

    public void Dispose() => File.WriteAllText(Place, _before);

    private static string? Try()
    {
        try
        {
            File.WriteAllText(Place, File.ReadAllText(Place));
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"{Place} can't be written here: {exception.Message}";
        }
    }
}
