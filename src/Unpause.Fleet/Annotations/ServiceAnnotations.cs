using Unpause.Recordings;

namespace Unpause.Fleet.Annotations;

/// <summary>Which annotations are about which service.</summary>
internal sealed class ServiceAnnotations
{
    private const string Key = "service";

    private static readonly char[] KeyEnds = [':', '='];

    private readonly Dictionary<string, List<DeployAnnotation>> _named = new(StringComparer.OrdinalIgnoreCase);
    private readonly bool _isOneService;
    private readonly string _tag;
    private readonly int _all, _unknown;

    /// <summary>
    /// Finds out. A tag names a service as <c>service:orders</c>, as <c>service=orders</c>, or by its name alone; where no tag does, each
    /// word of the text that is a service's name does. Upper and lower case are the same.
    /// </summary>
    /// <param name="tag">The tag that all of them have, which names no service.</param>
    /// <param name="services">The services of the fleet.</param>
    /// <param name="isPart">Whether the fleet has other services, which were not asked for.</param>
    public ServiceAnnotations(IReadOnlyList<DeployAnnotation> all, string tag, IEnumerable<string> services, bool isPart = false)
    {
        var known = services.ToHashSet(StringComparer.OrdinalIgnoreCase);
        (_isOneService, _tag, _all) = (known.Count == 1 && !isPart, tag, all.Count);
        known.Remove("");
        foreach (var annotation in all)
        {
            var names = Names(annotation, tag, known, out var isNamed);
            if (!isNamed) Unnamed.Add(annotation);
            else if (names.Count == 0) _unknown++;
            foreach (var name in names)
            {
                if (!_named.TryGetValue(name, out var list)) _named.Add(name, list = []);
                list.Add(annotation);
            }
        }
    }

    /// <summary>None.</summary>
    public static ServiceAnnotations None { get; } = new([], "", []);

    /// <summary>Those that name no service.</summary>
    public List<DeployAnnotation> Unnamed { get; } = [];

    /// <summary>
    /// Those that mark a change of a service. One that names no service does where the whole fleet is one; otherwise it would make a
    /// comparison in each service, most of them about nothing.
    /// </summary>
    public IReadOnlyList<DeployAnnotation> Of(string service)
    {
        var named = _named.GetValueOrDefault(service) ?? [];
        return !_isOneService ? named : Unnamed.Count == 0 ? named : [.. named.Concat(Unnamed).OrderBy(one => one.At)];
    }

    /// <summary>What readers must know: how many of them were of no use, and why.</summary>
    public IEnumerable<string> Notes()
    {
        if (_all == 0) yield return $"Grafana has no annotation with the tag {_tag} in this time.";
        if (_unknown > 0) yield return $"Grafana: {Of(_unknown)} are about services that are not here.";
        if (Unnamed.Count > 0 && !_isOneService)
        {
            yield return $"Grafana: {Of(Unnamed.Count)} are without the name of a service that is here. They only give changes of version "
                + "their text. A tag names the service: service:orders.";
        }

        string Of(int count) => $"{Quantities.Count(count)} of {Quantities.Count(_all, "annotation")}";
    }

    private static HashSet<string> Names(DeployAnnotation annotation, string tag, HashSet<string> services, out bool isNamed)
    {
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        isNamed = false;
        foreach (var own in annotation.Tags)
        {
            var end = own.IndexOfAny(KeyEnds);
            if (end > 0 && own.AsSpan(0, end).Trim().Equals(Key, StringComparison.OrdinalIgnoreCase))
            {
                isNamed = true;
                if (services.TryGetValue(own[(end + 1)..].Trim(), out var named)) names.Add(named);
            }
            else if (!own.Equals(tag, StringComparison.OrdinalIgnoreCase) && services.TryGetValue(own.Trim(), out var alone))
            {
                names.Add(alone);
            }
        }

        if (names.Count == 0 && !isNamed) AddWords(annotation.Text, services, names);
        isNamed |= names.Count > 0;
        return names;
    }

    /// <summary>Words of a text, as names have them; of a path, as of an image, also the last part.</summary>
    private static void AddWords(string text, HashSet<string> services, HashSet<string> names)
    {
        for (var i = 0; i < text.Length;)
        {
            var start = i;
            while (i < text.Length && IsOfName(text[i])) i++;
            var word = text[start..i].Trim('.', '-', '/');
            if (services.TryGetValue(word, out var named)
                || services.TryGetValue(word[(word.LastIndexOf('/') + 1)..], out named)) names.Add(named);
            i++;
        }

        static bool IsOfName(char letter) => char.IsLetterOrDigit(letter) || letter is '-' or '_' or '.' or '/';
    }
}
