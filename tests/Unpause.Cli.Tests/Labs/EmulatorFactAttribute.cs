using Unpause.Tests;

namespace Unpause.Cli.Tests.Labs;

/// <summary>A test in a virtual machine with Debian's kernel, which is downloaded; left out and counted where that can't be.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class EmulatorFactAttribute : FactAttribute
{
    private static readonly Lazy<string?> Obstacle = new(() =>
        !Has("command -v qemu-system-x86_64 && command -v go && [ $(uname -m) = x86_64 ]") ? "needs qemu-system-x86_64 and go, on x86-64"
        : Kernel!.Value is null ? "needs the package linux-image-amd64, and apt-get can't download it" : null);

    public EmulatorFactAttribute() => Skip = Obstacle.Value;

    /// <summary>A kernel's file, downloaded once for this checkout; null where there is none.</summary>
    public static Lazy<string?> Kernel { get; } = new(() =>
    {
        var folder = RepositoryFolder.File("artifacts", "kernel");
        if (Find() is { } known) return known;
        Directory.CreateDirectory(folder);
        return Has(
            $"cd '{folder}' && apt-get download -q $(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p') && "
            + "dpkg-deb --fsys-tarfile linux-image-*.deb | tar x ./boot && rm linux-image-*.deb")
            ? Find()
            : null;

        string? Find() => Directory.Exists(Path.Combine(folder, "boot"))
            ? Directory.EnumerateFiles(Path.Combine(folder, "boot"), "vmlinuz-*").Order(StringComparer.Ordinal).LastOrDefault()
            : null;
    });

    private static bool Has(string script) => Cli.Program(Path.GetTempPath(), "sh", "-c", script).ExitCode == 0;
}
