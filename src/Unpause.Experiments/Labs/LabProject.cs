using System.ComponentModel;

namespace Unpause.Experiments.Labs;

/// <summary>A lab that is a .NET project of the checkout that this build comes from; it is built on first use.</summary>
internal static class LabProject
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    /// <summary>Builds <c>labs/NAME</c> when its sources are newer than its last build.</summary>
    /// <param name="name">The lab's name, and its assembly's.</param>
    /// <param name="libraries">The projects in <c>libraries/src/</c> that it uses.</param>
    /// <returns>The program's dll.</returns>
    /// <exception cref="UserMistake">There is no checkout, no SDK, or it doesn't build.</exception>
    public static string Build(string name, params IReadOnlyList<string> libraries)
    {
        var root = Root(name)
            ?? throw new UserMistake($"this lab is built from source: check out unpause and run ./unpause lab {name} there");
        var output = Path.Combine(root, "artifacts", "labs", name);
        var dll = Path.Combine(output, $"{name}.dll");
        var libraryFolder = Path.Combine(root, "libraries", "src");
        string[] sources = [Path.Combine(root, "labs", name), .. libraries.Select(library => Path.Combine(libraryFolder, library))];
        if (IsCurrent(dll, sources)) return dll;
        // The launcher's lock: two builds must not write the same files.
        using var held = Lock(Path.Combine(root, "artifacts", "build.lock"));
        if (IsCurrent(dll, sources)) return dll;
        Console.Error.WriteLine($"building labs/{name}");
        Run("dotnet", ["build", sources[0], "-c", "Release", "-v", "quiet", "--nologo", "-p:RunAnalyzers=false", "-o", output]);
        File.SetLastWriteTimeUtc(dll, DateTime.UtcNow);
        return dll;
    }

    /// <summary>The checkout's folder; null when this is an installed program.</summary>
    private static string? Root(string name)
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Unpause.slnx")) && Directory.Exists(Path.Combine(folder.FullName, "labs", name)))
            {
                return folder.FullName;
            }
        }

        return null;
    }

    private static bool IsCurrent(string dll, IEnumerable<string> sources)
    {
        if (!File.Exists(dll)) return false;
        var built = File.GetLastWriteTimeUtc(dll);
        return !sources.SelectMany(Files).Any(file => File.GetLastWriteTimeUtc(file) > built);
    }

    private static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(folder)
            .Concat(Directory.EnumerateDirectories(folder).Where(sub => Path.GetFileName(sub) is not ("bin" or "obj")).SelectMany(Files));

    private static FileStream Lock(string path)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        for (var deadline = DateTime.UtcNow + Patience; ; Thread.Sleep(100))
        {
            try
            {
                var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None);
                // flock(LOCK_EX), as the launcher's is.
                if (!OperatingSystem.IsLinux() || FileLock.TryTake(file.SafeFileHandle)) return file;
                file.Dispose();
                if (DateTime.UtcNow >= deadline) throw new IOException($"another process has locked {path}");
            }
            catch (IOException) when (DateTime.UtcNow < deadline)
            {
                // Another process builds.
            }
        }
    }

    private static void Run(string program, IReadOnlyList<string> arguments)
    {
        try
        {
            // No build server may stay behind, and stdout is for results.
            var start = new ProcessStartInfo(program, [.. arguments, "-nodeReuse:false", "-p:UseSharedCompilation=false"])
            {
                UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
            };
            using var process = Process.Start(start)!;
            var error = process.StandardError.ReadToEndAsync();
            var output = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode != 0)
            {
                throw new UserMistake($"{program} {arguments[0]} {arguments[1]} exited with code "
                    + $"{process.ExitCode}:\n{output}{error.Result}");
            }
        }
        catch (Win32Exception)
        {
            throw new UserMistake(
                "the lab needs the .NET SDK 10, and there is no dotnet in PATH: install dotnet-sdk-10.0 "
                + "(https://dotnet.microsoft.com/download)");
        }
    }
}
