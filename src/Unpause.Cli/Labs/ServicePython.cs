using System.ComponentModel;
using System.Diagnostics;

namespace Unpause.Cli.Labs;

/// <summary>Finds the Python with the packages that the recommendations service and its load test import.</summary>
internal static class ServicePython
{
    private static readonly (string Module, string Package)[] Needed =
        [("flask", "python3-flask"), ("gunicorn", "gunicorn"), ("locust", "python3-locust")];

    /// <summary>
    /// The first python3 in PATH with all packages: of a virtual environment, or the system's with Debian's packages.
    /// </summary>
    /// <param name="lacking">What to install, when none has all.</param>
    /// <returns>Its path; null when none has all.</returns>
    public static string? Find(out string? lacking)
    {
        lacking = null;
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries);
        IReadOnlyList<string> fewest = ["python3", .. Needed.Select(needed => needed.Package)];
        foreach (var python in folders.Select(folder => Path.Combine(folder, "python3")).Where(File.Exists))
        {
            var missing = Missing(python);
            if (missing.Count == 0) return python;
            if (missing.Count < fewest.Count) fewest = missing;
        }

        lacking =
            $"the service needs {string.Join(", ", fewest)}: apt-get install {string.Join(' ', Needed.Select(needed => needed.Package))}";
        return null;
    }

    private static IReadOnlyList<string> Missing(string python)
    {
        // -I: the load test starts without the current folder and PYTHONPATH, so they do not count here.
        const string Code = "import importlib.util, sys; print(*(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))";
        var start = new ProcessStartInfo(
            python,
            ["-I", "-c", Code, .. Needed.Select(needed => needed.Module)]) { UseShellExecute = false, RedirectStandardOutput = true };
        try
        {
            using var process = Process.Start(start)!;
            var modules = process.StandardOutput.ReadToEnd().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            process.WaitForExit();
            if (process.ExitCode == 0) return [.. Needed.Where(needed => modules.Contains(needed.Module)).Select(needed => needed.Package)];
        }
        catch (Win32Exception)
        {
            // It cannot be executed.
        }

        return ["python3", .. Needed.Select(needed => needed.Package)];
    }
}
