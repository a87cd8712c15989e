using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Alerts;

/// <summary>
/// What is usual for a service: the median of its daily maxima of a metric over the last 14 days, in UTC, without today. In PromQL this is
/// <c>quantile_over_time(0.5, max_over_time(x[1d])[14d:1d])</c>.
/// </summary>
internal sealed class Baselines
{
    /// <summary>Days that count, and how many of them are needed: two could be a weekend.</summary>
    public const int MostDays = 14, FewestDays = 3;

    private readonly Dictionary<(string Service, string Metric, double OverSeconds), SortedDictionary<DateOnly, double>> _maxima = [];
    private readonly Lock _lock = new();

    /// <summary>Takes a value of now.</summary>
    public void Take(string service, string metric, double overSeconds, double value, DateTimeOffset now)
    {
        lock (_lock)
        {
            var key = (service, metric, overSeconds);
            if (!_maxima.TryGetValue(key, out var days))
            {
                if (_maxima.Count >= ServiceLimits.MostBaselines) return;
                _maxima[key] = days = [];
            }

            var today = DateOnly.FromDateTime(now.UtcDateTime);
            days[today] = Math.Max(value, days.GetValueOrDefault(today, value));
            while (days.Count > MostDays + 1) days.Remove(days.Keys.First());
        }
    }

    /// <summary>What is usual; null where fewer than three days are known. And how many are.</summary>
    public (double? Median, int Days) Of(string service, string metric, double overSeconds, DateTimeOffset now)
    {
        lock (_lock)
        {
            var today = DateOnly.FromDateTime(now.UtcDateTime);
            if (!_maxima.TryGetValue((service, metric, overSeconds), out var days)) return (null, 0);
            var oldest = today.AddDays(-MostDays);
            var values = days.Where(day => day.Key < today && day.Key >= oldest).Select(day => day.Value).Order().ToList();
            if (values.Count < FewestDays) return (null, values.Count);
            var middle = values.Count / 2;
            return (values.Count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2, values.Count);
        }
    }

    /// <summary>All, to be stored. Services of which nothing was seen for 14 days are left out.</summary>
    public List<StoredMaxima> Store(DateTimeOffset now)
    {
        var oldest = DateOnly.FromDateTime(now.UtcDateTime).AddDays(-MostDays);
        lock (_lock)
        {
            var gone = _maxima.Where(entry => entry.Value.Keys.Last() < oldest).Select(entry => entry.Key).ToList();
            foreach (var key in gone) _maxima.Remove(key);
            return [.. _maxima.Select(entry => new StoredMaxima(
                entry.Key.Service, entry.Key.Metric, entry.Key.OverSeconds, new Dictionary<DateOnly, double>(entry.Value)))];
        }
    }

    /// <summary>Takes what was stored.</summary>
    public void Restore(IEnumerable<StoredMaxima> stored)
    {
        lock (_lock)
        {
            foreach (var one in stored.Take(ServiceLimits.MostBaselines))
            {
                if (one.Days.Count == 0) continue;
                _maxima[(one.Service, one.Metric, one.OverSeconds)] = new(
                    one.Days.OrderByDescending(day => day.Key).Take(MostDays + 1).ToDictionary());
            }
        }
    }
}

/// <summary>Daily maxima of a metric of a service, as they are stored.</summary>
/// <param name="OverSeconds">Over how much time one value is computed.</param>
internal sealed record StoredMaxima(string Service, string Metric, double OverSeconds, Dictionary<DateOnly, double> Days);
