/// Bodies of requests as a smart home would send them, one or more for each template.
package enum Examples {
    /// Bodies for `PATCH /activities/{slug}`.
    package static let activities: [String] = [
        #"""
        {
          "state": "ongoing",
          "stale_ttl": 7200,
          "ended_ttl": 1800,
          "content": {
            "template": "generic",
            "progress": 0.42,
            "state": "Rinsing",
            "subtitle": "Cottons 40, 1400 rpm",
            "icon": "mdi:washing-machine",
            "accent_color": "blue",
            "compact_label": "42%",
            "end_date": 1795000000,
            "live_progress": true,
            "tap_action": {"url": "homeassistant://navigate/lovelace/laundry"},
            "url_action": {
              "url": "https://ha.example.org/api/webhook/washer-pause",
              "method": "POST",
              "title": "Pause",
              "icon": "pause.fill"
            }
          }
        }
        """#,
        #"""
        {"state": "ongoing", "sound": "success", "content": {"progress": 1.0, "state": "Laundry is done", "icon": "checkmark.circle.fill", "accent_color": "green", "end_date": null, "live_progress": null, "url_action": null}}
        """#,
        #"""
        {"state": "ended", "dismissal_ttl": 900}
        """#,
        #"""
        {
          "state": "ongoing",
          "content": {
            "template": "countdown",
            "progress": 0,
            "state": "Lasagne in the oven",
            "icon": "oven",
            "duration": "35m",
            "warning_threshold": 120,
            "completion_message": "Take it out",
            "accent_color": "orange",
            "alarm": true,
            "snooze_seconds": 180
          }
        }
        """#,
        #"""
        {
          "state": "ongoing",
          "stale_ttl": 86400,
          "content": {
            "template": "timer",
            "direction": "up",
            "start_date": 1794990000,
            "goal": "90m",
            "state": "Dehumidifier running",
            "subtitle": "Basement",
            "icon": "mdi:air-humidifier",
            "accent_color": "cyan"
          }
        }
        """#,
        #"""
        {"content": {"paused": true, "state": "Tank full"}}
        """#,
        #"""
        {
          "state": "ongoing",
          "content": {
            "template": "steps",
            "state": "Mopping kitchen",
            "subtitle": "Robot vacuum",
            "icon": "mdi:robot-vacuum",
            "current_step": 2,
            "total_steps": 4,
            "progress": 0.3,
            "step_labels": ["Hall", "Kitchen", "Living", "Dock"],
            "step_weights": [1, 2, 3, 0.5],
            "step_colors": ["", "teal", "", "#8E8E93"],
            "live_progress": true,
            "duration": "12m",
            "accent_color": "indigo"
          }
        }
        """#,
        #"""
        {
          "state": "ongoing",
          "priority": 9,
          "sound": "alert",
          "content": {
            "template": "alert",
            "progress": 0,
            "severity": "critical",
            "severity_label": "LEAK",
            "state": "Water detected under the sink",
            "subtitle": "Kitchen sensor",
            "icon": "drop.triangle.fill",
            "accent_color": "red",
            "url_action": {"url": "https://ha.example.org/api/webhook/close-main-valve", "method": "POST", "headers": {"X-Token": "s3cr3t"}, "title": "Close valve", "icon": "spigot"},
            "secondary_url_action": {"url": "https://ha.example.org/lovelace/water", "foreground": true, "title": "Open"}
          }
        }
        """#,
        #"""
        {"state": "ongoing", "content": {"template": "gauge", "value": 58.5, "min_value": 0, "max_value": 65, "unit": "°C", "decimals": 1, "state": "Heating", "subtitle": "Hot water tank", "icon": "thermometer.high", "accent_color": "orange"}}
        """#,
        #"""
        {
          "state": "ongoing",
          "content": {
            "template": "timeline",
            "value": {"Living room": 21.4, "Outside": 3.8},
            "unit": "°C",
            "decimals": 1,
            "smoothing": true,
            "primary_series": "Living room",
            "thresholds": [{"value": 19, "color": "blue", "label": "Night"}],
            "state": "Warming up",
            "icon": "mdi:home-thermometer"
          }
        }
        """#,
        #"""
        {"content": {"value": {"Living room": 21.6, "Outside": 3.7}}}
        """#,
        #"""
        {
          "state": "ongoing",
          "content": {
            "template": "board",
            "state": "Solar surplus",
            "icon": "sun.max.fill",
            "accent_color": "yellow",
            "tiles": [
              {"label": "PV", "value": "4.2", "unit": "kW", "icon": "sun.max", "color": "yellow", "trend": "up"},
              {"label": "House", "value": "1.1", "unit": "kW", "icon": "house"},
              {"label": "Battery", "value": "83", "unit": "%", "icon": "battery.75percent", "color": "green", "trend": "up"},
              {"label": "Garage", "value": "Open", "color": "red", "url_action": {"url": "https://ha.example.org/api/webhook/garage-close", "method": "POST"}}
            ]
          }
        }
        """#,
        #"""
        {
          "state": "ongoing",
          "content": {
            "template": "log",
            "state": "Armed away",
            "icon": "shield.lefthalf.filled",
            "lines": [
              {"text": "Motion in the hallway", "at": 1794999990, "level": "warn"},
              {"text": "Front door locked", "at": 1794999000, "level": "info"}
            ]
          }
        }
        """#,
        #"""
        {
          "state": "ongoing",
          "content": {
            "template": "media",
            "media_title": "Evening News",
            "subtitle": "Public Radio",
            "playback_state": "playing",
            "position_seconds": 312,
            "duration_seconds": 1800,
            "volume": 0.25,
            "favorite": false,
            "image_url": "https://img.example.org/covers/news.jpg",
            "image_shape": "square",
            "image_thumbhash": "3PcNNYSFeXh/d3eld0iHZoZgVwh2",
            "controls": {
              "play_pause": {"url": "https://ha.example.org/api/webhook/kitchen-toggle"},
              "next": {"url": "https://ha.example.org/api/webhook/kitchen-next", "method": "POST"},
              "volume_down": {"url": "https://ha.example.org/api/webhook/kitchen-vol-down"},
              "volume_up": {"url": "https://ha.example.org/api/webhook/kitchen-vol-up"},
              "extra": [{"url": "https://ha.example.org/api/webhook/kitchen-sleep", "icon": "moon.zzz", "title": "Sleep timer"}]
            }
          }
        }
        """#,
        #"""
        {"content": {"playback_state": "paused", "position_seconds": 401.5, "controls": {"next": null}}}
        """#,
        #"""
        {
          "state": "ongoing",
          "ended_ttl": 900,
          "content": {
            "template": "approval",
            "state": "Garage open for 20 minutes. Close it?",
            "source": "Smart home",
            "icon": "mdi:garage-open",
            "details": [{"label": "Opened", "value": "21:40 by remote"}],
            "options": [
              {"id": "close", "title": "Close", "style": "primary"},
              {"id": "keep", "title": "Keep open", "style": "secondary"}
            ],
            "end_date": 1795003600,
            "on_expire": "close"
          }
        }
        """#,
    ]

    /// Bodies for `POST /notifications`.
    package static let notifications: [String] = [
        #"""
        {"title": "Dishwasher finished", "body": "Eco programme, 3 h 20 min", "source": "mqtt-bridge", "source_display_name": "Smart home", "thread_id": "kitchen", "collapse_id": "dishwasher", "level": "active", "metadata": {"topic": "home/dishwasher/state"}}
        """#,
        #"""
        {
          "title": "Doorbell",
          "subtitle": "Front door",
          "body": "Someone rang at 18:02",
          "level": "time-sensitive",
          "media": {"url": "https://cam.example.org/snap/8231.jpg", "type": "image"},
          "icon_url": "https://static.example.org/icons/door.png",
          "activity_slug": "front-door",
          "actions": [
            {"id": "open", "title": "Unlock", "icon": "lock.open", "url": "https://ha.example.org/api/webhook/unlock-door", "method": "POST", "body": "{\"by\":\"phone\"}", "authentication_required": true},
            {"id": "view", "title": "Camera", "icon": "video", "url": "homeassistant://navigate/lovelace/door"},
            {"id": "ignore", "title": "Ignore", "destructive": true}
          ]
        }
        """#,
        #"""
        {
          "title": "Heating",
          "body": "Nobody home. Lower the heating?",
          "collapse_id": "heating-away",
          "actions": [
            {"id": "yes", "title": "Lower", "icon": "thermometer.low"},
            {"id": "no", "title": "Leave it"},
            {"id": "note", "title": "Other temperature", "text_input": true, "text_input_placeholder": "e.g. 18.5", "text_input_button_title": "Set"}
          ]
        }
        """#,
        #"""
        {"title": "Water leak", "body": "Kitchen sink sensor is wet", "level": "time-sensitive", "collapse_id": "leak-kitchen", "acknowledge": {"repeat_seconds": 120, "expire_seconds": 3600, "action_title": "On it"}, "tags": ["leak"]}
        """#,
    ]
}
