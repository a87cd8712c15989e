namespace Unpause.Cli.Tests;

/// <summary>A test that mounts a file system of its own; it is left out where only an administrator may.</summary>
internal sealed class OwnMountsFactAttribute : FactAttribute
{
    private static readonly Lazy<string?> Obstacle = new(() =>
    {
        var tried = Cli.Program(Path.GetTempPath(), "unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt");
        return tried.ExitCode == 0 ? null : $"no file system of its own: {tried.Error}";
    });

    public OwnMountsFactAttribute() => Skip = Obstacle.Value;
}
