namespace Unpause.Settings;

/// <summary>Text that the library carries.</summary>
internal static class EmbeddedText
{
    /// <summary>Reads it whole.</summary>
    /// <param name="resource">Its name.</param>
    public static string Read(string resource)
    {
        using var stream = typeof(EmbeddedText).Assembly.GetManifestResourceStream(resource)
            ?? throw new InvalidOperationException($"{resource} is not embedded");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
