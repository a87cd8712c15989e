namespace Unpause.Requests.Attribution.Owners;

/// <summary>
/// Requests that processes other than the recorded one served, such as other instances that write to the same log. They end inside its
/// pauses, which none of its own requests can.
/// </summary>
internal static class ForeignRequests
{
    private const double WarnedShare = 0.08;
    private const double NearlyAll = 0.8;

    /// <summary>An explanation for each process with such requests; a refusal where they are so many that nothing can be judged.</summary>
    public static IEnumerable<Explanation> Explain(List<ProcessPart> parts, IReadOnlyList<Recording> recordings)
    {
        foreach (var part in parts)
        {
            if (part.Facts.Clock.Shared) continue;
            var endings = PauseWitness.Endings(part.Requests, part.Pauses, part.Recorded, part.Facts.Clock);
            if (endings.LeastForeign < WarnedShare) continue;
            yield return new Explanation.ForeignServed(
                endings, recordings[part.Facts.Recording].Source, endings.Spoilt && endings.Foreign >= NearlyAll);
        }
    }
}
