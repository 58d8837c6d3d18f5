/// Bodies of `POST /widgets` as a smart home sends them, one for each template (`pushward-api.md` section 18.14).
enum WidgetExamples {
    static let posts: [String] = [
        #"""
        {"slug": "outside-temp", "name": "Outside", "stale_after": 7200, "content": {"template":
        "value", "value": 3.8, "unit": "°C", "label": "Outside", "trend": "down", "icon":
        "thermometer.snowflake"}}
        """#,
        #"""
        {"slug": "ev-charge", "name": "EV", "content": {"template": "progress", "value": 0.66,
        "label": "EV charge", "icon": "bolt.car", "accent_color": "green"}}
        """#,
        #"""
        {"slug": "alarm", "name": "Alarm", "content": {"template": "status", "severity":
        "success", "label": "Disarmed", "subtitle": "All doors closed"}}
        """#,
        #"""
        {"slug": "tank", "name": "Rain tank", "content": {"template": "gauge", "value": 640,
        "min_value": 0, "max_value": 1000, "unit": "L", "label": "Rain tank"}}
        """#,
        #"""
        {"slug": "energy-today", "name": "Energy", "content": {"template": "stat_list", "label":
        "Today", "stat_rows": [{"label": "PV", "value": "18.4", "unit": "kWh"}, {"label": "Grid",
        "value": "2.1", "unit": "kWh"}]}}
        """#,
        #"""
        {"slug": "power-trend", "name": "Power", "content": {"template": "trend", "value": 540,
        "unit": "W", "points": [420, 460, 510, 540], "label": "House"}}
        """#,
        #"""
        {"slug": "vacation", "name": "Vacation", "content": {"template": "countdown", "end_date":
        "2026-12-20T06:00:00Z", "expired_text": "Have fun", "label": "Vacation"}}
        """#,
        #"""
        {"slug": "batteries", "name": "Batteries", "content": {"template": "battery",
        "device_sort": [{"field": "level"}], "devices": [{"name": "Door sensor", "level": 12},
        {"name": "Vacuum", "level": 88, "charging": true}]}}
        """#,
        #"""
        {"slug": "tariff", "name": "Tariff", "content": {"template": "schedule", "unit": "ct",
        "label": "Price", "periods": [{"start": "2026-11-18T20:00:00Z", "value": 31.2}, {"start":
        "2026-11-18T21:00:00Z", "value": 24.9}]}}
        """#,
        #"""
        {"slug": "flow", "name": "Power flow", "content": {"template": "flow", "unit": "W",
        "flow": {"inputs": [{"name": "PV", "rate": 4200}], "output": {"name": "House", "rate":
        1100}, "storage": {"rate": 2500, "level": 83}, "exchange": {"rate": -600}}}}
        """#,
    ]
}
