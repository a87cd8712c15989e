using System.Globalization;

namespace Unpause.Experiments.Labs;

/// <summary>An incident as a program with modes: the bug first, then its fixes, all under the same load.</summary>
public abstract class Lab
{
    /// <summary>The word after <c>unpause lab</c>, and the folder's name in <c>labs/</c>.</summary>
    public abstract string Name { get; }

    /// <summary>The description in the help, with the lab's requirements.</summary>
    public abstract string Description { get; }

    /// <summary>The cause of the incident: the sentence above the tables.</summary>
    public abstract string Headline { get; }

    /// <summary>The names of the modes on the program's command line.</summary>
    public abstract IReadOnlyList<string> Modes { get; }

    /// <summary>The default load.</summary>
    public abstract LabLoad Defaults { get; }

    /// <summary>Rows of the side-by-side table in addition to the common ones.</summary>
    public virtual IReadOnlyList<LabRow> Rows => [];

    /// <summary>The share of each fix in the total improvement; null where the lab has one fix.</summary>
    public virtual LabShares? Shares => null;

    /// <summary>Finds or builds the lab's program.</summary>
    /// <param name="folder">The lab's files that this build carries; removed when the lab ends.</param>
    /// <returns>What makes a run and reads it; null when the user interrupted it. The program leaves <c>requests.csv</c> in the run's
    /// folder: what the client measured, and the process that answered.</returns>
    /// <exception cref="UserMistake">Something is missing; the message says what to install.</exception>
    public abstract Func<LabTask, LabRun?> Prepare(LabFolder folder);
}

/// <summary>The load of a lab.</summary>
/// <param name="Seconds">The duration of the load in each run.</param>
/// <param name="Rate">Requests a second.</param>
/// <param name="SlowNanoseconds">Requests longer than this are slow.</param>
/// <param name="Pairs">How many times all modes run.</param>
/// <param name="Keep">Folder for recordings and client-side times; null to remove them.</param>
public sealed record LabLoad(int Seconds, int Rate, long SlowNanoseconds, int Pairs = 1, string? Keep = null);

/// <summary>One run of a lab.</summary>
/// <param name="Mode">One of the lab's modes.</param>
/// <param name="Folder">For recordings and client-side times; a full path.</param>
/// <param name="Seed">Runs with the same one get the same requests at the same moments.</param>
public sealed record LabTask(string Mode, string Folder, int Seed, LabLoad Load)
{
    /// <summary>Creates the folder if it does not exist.</summary>
    /// <exception cref="UserMistake">The folder cannot be created.</exception>
    public void MakeFolder()
    {
        try
        {
            Directory.CreateDirectory(Folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{Folder} cannot be created: {SystemFault.Reason(exception)}");
        }
    }
}

/// <summary>A row of a lab's side-by-side table.</summary>
/// <param name="Value">The number of a run; null when unknown.</param>
/// <param name="Write">Formats the number with its unit.</param>
public sealed record LabRow(string Name, Func<LabRun, double?> Value, Func<double, string> Write)
{
    /// <summary>A duration in nanoseconds.</summary>
    public static LabRow Duration(string name, Func<LabRun, double?> value) => new(name, value, Quantities.Duration);

    /// <summary>A whole number.</summary>
    public static LabRow Count(string name, Func<LabRun, double?> value) => new(name, value, number => Quantities.Count((long)number));

    /// <summary>A share in percent.</summary>
    public static LabRow Percent(string name, Func<LabRun, double?> value) => new(name, value, Quantities.Percent);

    /// <summary>A size in bytes.</summary>
    public static LabRow Bytes(string name, Func<LabRun, double?> value) => new(name, value, Quantities.Bytes);

    /// <summary>A plain number.</summary>
    public static LabRow Number(string name, Func<LabRun, double?> value) =>
        new(name, value, number => number.ToString("#,0.#", CultureInfo.InvariantCulture));
}

/// <summary>A lab's programs as files in a fresh folder, removed afterwards.</summary>
public sealed class LabFolder : IDisposable
{
    private LabFolder(string path) => Path = path;

    /// <summary>The folder.</summary>
    public string Path { get; }

    /// <summary>A file's path in the folder.</summary>
    public string this[string name] => System.IO.Path.Combine(Path, name);

    /// <summary>Writes the programs of <c>labs/NAME</c>, which this build carries.</summary>
    /// <exception cref="UserMistake">There is no place for them.</exception>
    public static LabFolder Extract(string name)
    {
        LabFolder? folder = null;
        try
        {
            folder = new LabFolder(Directory.CreateTempSubdirectory("unpause-lab-").FullName);
            folder.Write(name);
            return folder;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            folder?.Dispose();
            throw new UserMistake(
                $"the lab's files cannot be written to {System.IO.Path.GetTempPath()}: {SystemFault.Reason(exception)}; "
                + "set TMPDIR to another folder");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Path, recursive: true);

    private void Write(string name)
    {
        var assembly = typeof(LabFolder).Assembly;
        var prefix = $"labs/{name}/";
        foreach (var resource in assembly.GetManifestResourceNames())
        {
            if (!resource.StartsWith(prefix, StringComparison.Ordinal)) continue;
            using var source = assembly.GetManifestResourceStream(resource)!;
            using var target = File.Create(this[resource[prefix.Length..]]);
            source.CopyTo(target);
        }
    }
}
