namespace Unpause.Analysis.Settings;

/// <summary>Reads text resources that are embedded in the assembly.</summary>
internal static class EmbeddedText
{
    /// <summary>Reads a whole resource.</summary>
    /// <param name="resource">Name of the resource.</param>
    public static string Read(string resource)
    {
        using var stream = typeof(EmbeddedText).Assembly.GetManifestResourceStream(resource)
            ?? throw new InvalidOperationException($"{resource} is not embedded");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
