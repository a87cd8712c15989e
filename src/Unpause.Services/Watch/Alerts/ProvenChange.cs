namespace Unpause.Services.Watch.Alerts;

/// <summary>What <c>unpause compare</c> found about a change.</summary>
/// <param name="IsBetter">Better, or worse: anything else proves nothing.</param>
/// <param name="Sentence">Its verdict.</param>
internal sealed record ProvenChange(bool IsBetter, string Sentence)
{
    /// <summary>Reads a comparison; null where it is neither better nor worse, or no comparison of several runs.</summary>
    public static ProvenChange? Read(ReadOnlyMemory<byte> comparison)
    {
        try
        {
            using var document = JsonDocument.Parse(comparison);
            var root = document.RootElement;
            // With one run on each side, compare calls nothing better between runs.
            if (root.Text("basis") != "runs") return null;
            if (root.Text("verdict") is not { } verdict) return null;
            return root.Text("outcome") switch
            {
                "better" => new ProvenChange(true, RecordedText.Shorten(verdict, ServiceLimits.MostAlertTextChars)),
                "worse" => new ProvenChange(false, RecordedText.Shorten(verdict, ServiceLimits.MostAlertTextChars)),
                _ => null,
            };
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>A restart of a service with other settings or another version, after an alert of it.</summary>
/// <param name="What">What changed.</param>
/// <param name="Proof">What compare found; null: nothing is proven.</param>
internal sealed record ServiceChange(string What, ProvenChange? Proof);
