namespace Unpause.Recordings.Readers.Python;

/// <summary>An interpreter's version and what it implies for its collector.</summary>
/// <param name="Major">3.</param>
/// <param name="Minor">The 14 of 3.14.5.</param>
/// <param name="Patch">The 5 of 3.14.5.</param>
/// <param name="FreeThreaded">A build without the global interpreter lock.</param>
internal readonly record struct PythonVersion(int Major, int Minor, int Patch, bool FreeThreaded)
{
    /// <summary>Which collector the version has; null when the version is not known.</summary>
    public string? Collector => (Major, Minor, Patch, FreeThreaded) switch
    {
        (_, _, _, true) => PythonCollectors.FreeThreaded,
        (0, _, _, _) => null,
        (3, 14, <= 4, _) => PythonCollectors.Incremental,
        _ => PythonCollectors.Generational,
    };

    /// <summary>
    /// Whether a collection runs inside the allocation that exceeds the threshold; later ones wait for the evaluation loop (gh-97922).
    /// </summary>
    public bool CollectsInsideAllocation => Major == 3 && Minor < 12;

    /// <summary>Reads <c>3.14.0rc2</c>, <c>3.11.7+</c> …; zeros when it is no version.</summary>
    public static PythonVersion Parse(string text, bool freeThreaded)
    {
        Span<int> parts = stackalloc int[3];
        var part = 0;
        foreach (var letter in text)
        {
            if (letter == '.' && part < 2) part++;
            else if (char.IsAsciiDigit(letter) && parts[part] < 100_000) parts[part] = (parts[part] * 10) + (letter - '0');
            else break;
        }

        return new PythonVersion(parts[0], parts[1], parts[2], freeThreaded);
    }
}
